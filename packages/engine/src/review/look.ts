import {
  type Color,
  legalMoves,
  type Move,
  occupiedCount,
  outcome,
  type Position,
  play,
  score,
} from '@hokito/rules'
import type { Engine, Line, SolveResult } from '../engine.ts'
import { possibleMargin } from '../possible-margin.ts'
import type { Worth } from './worth.ts'

/** How deeply to analyse. */
export interface LookSettings {
  /** Plies of a search. */
  readonly depth: number
  /** The most positions that one search visits. */
  readonly searchNodes: number
  /** The most positions that one proof visits. */
  readonly proofNodes: number
}

/** The worth of a position for the side to move, and the line behind it. */
export interface Look {
  readonly worth: Worth
  /** The best line; empty only if the game is over. */
  readonly line: readonly Move[]
  /** The worth of the best of the other moves, if it was also found. */
  readonly next: Worth | undefined
}

/** Thrown if the analysis was stopped. */
export class Stopped extends Error {}

/**
 * Analyses positions: proves them if they are small enough, and otherwise searches them to a fixed
 * depth. The result depends only on the position and the settings: every limit counts positions,
 * one thread works, and nothing is remembered from earlier positions. So a slow machine takes
 * longer but finds the same.
 */
export function createLooker(engine: Engine, settings: LookSettings) {
  let before: Promise<unknown> = Promise.resolve()

  /** Analyses a position, after those before it. @throws Stopped if it was stopped */
  function look(position: Position, signal: AbortSignal | undefined): Promise<Look> {
    const looked = before.then(() => lookNow(position, signal))
    // The caller receives a failure; the next position is analysed all the same.
    before = looked.catch(() => undefined)
    return looked
  }

  async function lookNow(position: Position, signal: AbortSignal | undefined): Promise<Look> {
    throwIfStopped(signal)
    if (outcome(position) !== undefined) {
      return {
        worth: { margin: marginOf(position), certainty: 'exact' },
        line: [],
        next: undefined,
      }
    }
    await engine.newGame()
    const proof = await prove(position, signal)
    const solved = proof?.solved
    if (solved?.margin !== undefined && proof !== undefined) {
      const worth: Worth = { margin: solved.margin, certainty: 'exact' }
      return { worth, line: proof.moves, next: undefined }
    }
    const found = await search(position, signal)
    if (solved === undefined) return found
    // The winner is proved, so the search only tells by how much, and its first move may not be the
    // winning one.
    const line = proof?.moves.length === 0 ? found.line : (proof?.moves ?? found.line)
    return { ...found, worth: signed(found.worth.margin, solved.verdict), line }
  }

  /** The proof of a position, possibly incomplete; undefined if it has too many squares. */
  async function prove(
    position: Position,
    signal: AbortSignal | undefined,
  ): Promise<SolveResult | undefined> {
    const occupied = occupiedCount(position)
    if (occupied > PROVED_SQUARES) return undefined
    const goal = occupied > MARGIN_SQUARES ? 'verdict' : 'margin'
    const nodes = settings.proofNodes
    const proof = await engine.solve(position, { goal, nodes, ...(signal && { signal }) })
    throwIfStopped(signal)
    return proof
  }

  async function search(position: Position, signal: AbortSignal | undefined): Promise<Look> {
    const { depth, searchNodes: nodes } = settings
    const limits = { depth, nodes, lines: 2 }
    const { info } = await engine.search(position, limits, { ...(signal && { signal }) })
    throwIfStopped(signal)
    const [first, second] = info?.lines ?? []
    if (first === undefined) throw new Error('a search that nobody stopped has found no move')
    const worth = worthOf(first, position)
    return { worth, line: first.moves, next: second && worthOf(second, position) }
  }

  /**
   * The verdict of the best move other than `best`, until one keeps the verdict of the position.
   * Undefined if the position is lost or has too many squares.
   */
  async function nextVerdict(
    position: Position,
    best: Move,
    { margin }: Worth,
    signal: AbortSignal | undefined,
  ): Promise<Worth | undefined> {
    if (margin < 0 || occupiedCount(position) > SIFTED_SQUARES) return undefined
    const others = legalMoves(position).filter(
      ({ from, to }) => from !== best.from || to !== best.to,
    )
    let next: Worth | undefined
    for (const move of others) {
      const { solved } = await engine.solve(play(position, move), {
        goal: 'verdict',
        ...(signal && { signal }),
      })
      throwIfStopped(signal)
      if (solved === undefined) throw new Error('a proof that nobody stopped has proved nothing')
      const sign = SIGNS[solved.verdict]
      if (next === undefined || 0 - sign > next.margin)
        next = { margin: 0 - sign, certainty: 'winner' }
      if (next.margin >= Math.sign(margin)) break
    }
    return next
  }

  return { look, nextVerdict }
}

// --- internal ---

/**
 * With at most this many occupied squares the winner is proved, and with at most this many the
 * margin (docs/review.md).
 */
const PROVED_SQUARES = 22
const MARGIN_SQUARES = 20
/** With at most this many occupied squares, proving each move's verdict takes almost no time. */
const SIFTED_SQUARES = 20

const SIGNS = { win: 1, draw: 0, loss: -1 } as const

/** The points of the side to move minus the other side's. */
function marginOf(position: Position): number {
  const points = score(position)
  const lead = points.black - points.white
  return leadFor(position.turn, lead)
}

function leadFor(turn: Color, lead: number): number {
  return turn === 'black' ? lead : 0 - lead
}

/** A margin that agrees with the proved verdict. */
function signed(margin: number, verdict: keyof typeof SIGNS): Worth {
  const sign = SIGNS[verdict]
  const size = Math.max(1, sign * margin)
  return { margin: sign === 0 ? 0 : sign * size, certainty: sign === 0 ? 'exact' : 'winner' }
}

function worthOf({ value, moves }: Line, position: Position): Worth {
  if (value.kind === 'estimate') {
    return { margin: possibleMargin(value.points, position), certainty: 'expected' }
  }
  if (value.margin !== undefined) return { margin: value.margin, certainty: 'exact' }
  // The points on the board at the end of the line are the best guess of the margin.
  const last = moves.reduce(play, position)
  const lead = last.turn === position.turn ? marginOf(last) : 0 - marginOf(last)
  return signed(lead, value.verdict)
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Stopped()
}
