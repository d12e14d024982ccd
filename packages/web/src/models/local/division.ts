import type { SearchInfo } from '@hokito/engine'
import {
  type Color,
  FAIR_COMPENSATION,
  MOST_COMPENSATION,
  type Position,
  positionOf,
} from '@hokito/rules'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Computer } from './computer.ts'
import type { NewGameTerms } from './local-game.ts'
import type { ComputerLevel } from './seat.ts'

/**
 * Divide and choose on this device: the player in Black's seat names the points for White, and the
 * other chooses a side.
 */
export interface Division {
  /** The points named; undefined until then. */
  readonly points: ReadonlySignal<number | undefined>
  /** Has the computer failed? */
  readonly hasFailed: ReadonlySignal<boolean>
  /** A player at this screen names the points. */
  name(points: number): void
  /** A player at this screen chooses a side. */
  choose(color: Color): void
  dispose(): void
}

interface DivisionOptions {
  readonly terms: NewGameTerms
  readonly computer: Computer
  /** Called with the terms on which the game begins. */
  readonly onDivided: (terms: NewGameTerms) => void
}

export function createDivision({ terms, computer, onDivided }: DivisionOptions): Division {
  const points = signal<number | undefined>(undefined)
  const hasFailed = signal(false)
  const stopping = new AbortController()
  const { seats } = terms

  function judge(level: ComputerLevel, onWorth: (worth: number) => void): void {
    const position = positionOf({ ...terms, compensation: FAIR_COMPENSATION })
    computer.move(position, level, stopping.signal).then(
      ({ info }) => {
        if (stopping.signal.aborted) return
        onWorth(worthOf(marginFor(position, info), terms))
      },
      () => {
        hasFailed.value = !stopping.signal.aborted
      },
    )
  }

  function name(named: number): void {
    points.value = named
    const { white } = seats
    if (white.kind !== 'computer') return
    judge(white.level, (worth) => choose(named < worth ? 'black' : 'white'))
  }

  function choose(color: Color): void {
    const compensation = points.peek()
    if (compensation === undefined) return
    const chooser = seats.white
    const divider = seats.black
    onDivided({
      ...terms,
      compensation,
      seats:
        color === 'black' ? { black: chooser, white: divider } : { black: divider, white: chooser },
    })
  }

  if (seats.black.kind === 'computer') judge(seats.black.level, name)
  return { points, hasFailed, name, choose, dispose: () => stopping.abort() }
}

/**
 * The points with which the computer would play either side, from the margin that it expects for
 * Black with the fair ones. Deals differ by about 3 points, so an estimate beyond that is an error
 * (docs/ratings.md). Other positions may be worth anything.
 */
export function worthOf(margin: number, { beginning }: Pick<NewGameTerms, 'beginning'>): number {
  const most = beginning.kind === 'deal' ? DEALS_DIFFER : MOST_COMPENSATION
  const worth = FAIR_COMPENSATION + Math.max(-most, Math.min(most, margin))
  return Math.max(0, Math.min(MOST_COMPENSATION, Math.round(2 * worth) / 2))
}

// --- internal ---

const DEALS_DIFFER = 3

/** The margin that a search expects for Black; none if it says nothing. */
function marginFor({ turn }: Position, info: SearchInfo | undefined): number {
  const value = info?.lines[0]?.value
  const own = (value?.kind === 'estimate' ? value.points : value?.margin) ?? 0
  return turn === 'black' ? own : -own
}
