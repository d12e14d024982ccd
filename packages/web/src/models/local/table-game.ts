import {
  type Deal,
  formatDeal,
  formatPosition,
  isCompensation,
  parseDeal,
  parsePosition,
  type RandomBytes,
  randomDeal,
} from '@hokito/rules'
import { type Signal, signal } from '@preact/signals'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import type { TimeControl } from './local-game.ts'
import { CLOCKS, type ClockChoice } from './new-game-form.ts'
import { newTableClock, type TableClock } from './table-clock.ts'
import { type CountedBoard, countedPosition, EMPTY_COUNT } from './table-count.ts'

/** A game with wooden pieces: its layout, its terms, its clock, and the count of its points. */
export interface TableGame {
  readonly deal: Deal
  readonly compensation: number
  readonly clockChoice: TableClockChoice
  readonly clock: TableClock
  readonly counted: CountedBoard
}

/** A clock for a game with wooden pieces; such a game may have none, but then it needs no page. */
export type TableClockChoice = Exclude<ClockChoice, 'none'>

/** The clocks on offer. */
export const TABLE_CLOCKS = CLOCKS.filter((clock) => clock.key !== 'none')

export type TableModel = ReturnType<typeof createTable>

/** The game at the table that this device holds. It outlives the page, as a phone may close it. */
export function createTable(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  randomBytes: RandomBytes,
) {
  const game: Signal<TableGame> = signal(
    parseTable(parseJson(unlessRefused(() => storage().getItem(KEY)) ?? '')) ??
      newTable(randomBytes),
  )
  const change = (changes: Partial<TableGame>) => {
    game.value = { ...game.peek(), ...changes }
    // Without storage the game lasts as long as the page.
    unlessRefused(() => storage().setItem(KEY, JSON.stringify(keptForm(game.peek()))))
  }
  return {
    game,
    change,
    /** Another layout, for another game: nothing has been played or counted in it. */
    dealAgain: () => {
      const { clockChoice } = game.peek()
      change({
        deal: randomDeal('standard', randomBytes),
        clock: newTableClock(controlOf(clockChoice)),
        counted: EMPTY_COUNT,
      })
    },
    /** Another time control; the clock is set to it. */
    chooseClock: (clockChoice: TableClockChoice) =>
      change({ clockChoice, clock: newTableClock(controlOf(clockChoice)) }),
    resetClock: () => change({ clock: newTableClock(controlOf(game.peek().clockChoice)) }),
  }
}

// --- internal ---

const KEY = 'hokito:table'

function newTable(randomBytes: RandomBytes): TableGame {
  const clockChoice = '10+10'
  return {
    deal: randomDeal('standard', randomBytes),
    compensation: 0,
    clockChoice,
    clock: newTableClock(controlOf(clockChoice)),
    counted: EMPTY_COUNT,
  }
}

function controlOf(choice: TableClockChoice): TimeControl {
  const clock = TABLE_CLOCKS.find(({ key }) => key === choice)
  if (clock === undefined) throw new Error(`there is no clock ${choice}`)
  return { initialMs: clock.minutes * 60_000, incrementMs: clock.seconds * 1000 }
}

const MS = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000))
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e15))

const SHAPE = v.object({
  deal: v.string(),
  compensation: v.pipe(v.number(), v.check(isCompensation)),
  clockChoice: v.picklist(TABLE_CLOCKS.map(({ key }) => key)),
  clock: v.object({
    remainingMs: v.object({ black: MS, white: MS }),
    turn: v.picklist(['black', 'white']),
    since: v.optional(COUNT),
    moves: COUNT,
  }),
  counted: v.string(),
})

function keptForm({ deal, counted, compensation, clockChoice, clock }: TableGame) {
  const { control: _, ...running } = clock
  return {
    deal: formatDeal(deal),
    compensation,
    clockChoice,
    clock: running,
    counted: formatPosition(countedPosition(counted, 0)),
  }
}

/** Undefined if it is no game at the table, or one of another version. */
function parseTable(json: unknown): TableGame | undefined {
  const shape = v.safeParse(SHAPE, json)
  if (!shape.success) return undefined
  const { clock, ...kept } = shape.output
  const deal = parseDeal(kept.deal)
  const counted = parsePosition(kept.counted, 'either')
  if (!deal.ok || !counted.ok) return undefined
  return {
    ...kept,
    deal: deal.value,
    clock: { ...clock, control: controlOf(kept.clockChoice) },
    counted: counted.value.board,
  }
}
