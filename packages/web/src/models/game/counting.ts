import {
  COLORS,
  type Color,
  leader,
  type Position,
  type Score,
  type ScorePart,
  type Square,
  scoreParts,
  totals as totalsOf,
} from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** A stack in the count. */
export interface CountedPart extends ScorePart {
  readonly color: Color
}

/** The count of a finished game's stacks, one after another. */
export interface Counting {
  /** The stacks in the order of the count; none if the points decided nothing. */
  readonly parts: readonly CountedPart[]
  /** How many stacks have been counted. */
  readonly counted: ReadonlySignal<number>
  /** White's compensation, and the points counted so far. */
  readonly sums: ReadonlySignal<Score>
  /** What decides the game, with White's compensation. */
  readonly totals: Score
  /** Who has more of these points, or in the second game of a match, of both games. */
  readonly winner: Color | 'draw'
  /** The points that White has without a stack. */
  readonly compensation: number
  /** Is the count over, so that the result can be shown? */
  readonly isDone: ReadonlySignal<boolean>
  /** Squares to light up: those counted so far, and in the end those of the winner. */
  readonly lit: ReadonlySignal<readonly Square[]>
  /** Counts everything straight away. */
  finish(): void
  /** Counts once more from the first stack. */
  again(): void
  dispose(): void
}

/**
 * How the points of a game are counted: step by step, all together, or not at all because they
 * decided nothing.
 */
export type CountingPace = 'stepwise' | 'atOnce' | 'void'

/**
 * Counts a position stack by stack, from the least valuable to the most valuable of either side,
 * which decides. It takes less than three seconds.
 *
 * @param isHeld whether the last move is still on its way, so that the count has to wait
 * @param winner who won, if other points count too
 */
export function createCounting(
  position: Position,
  pace: CountingPace,
  isHeld: () => boolean = () => false,
  winner: Color | 'draw' = leader(totalsOf(position)),
): Counting {
  const parts = pace === 'void' ? [] : partsOf(position)
  const totals = totalsOf(position)
  const { compensation } = position
  /** One step for each stack, and a last one after which the result is shown. */
  const last = parts.length + 1
  const step = signal(pace === 'stepwise' ? 0 : last)
  const counted = computed(() => Math.min(step.value, parts.length))
  let timer: ReturnType<typeof setTimeout> | undefined

  function advance(): void {
    if (!isHeld()) step.value += 1
    if (step.peek() < last) timer = setTimeout(advance, delayAfter(step.peek(), parts.length))
  }

  function begin(): void {
    timer = setTimeout(advance, SETTLE_MS)
  }

  function finish(): void {
    clearTimeout(timer)
    step.value = last
  }

  if (pace === 'stepwise') begin()
  const isDone = computed(() => step.value === last)
  return {
    parts,
    counted,
    sums: computed(() => sumOf(parts.slice(0, counted.value), compensation)),
    totals,
    winner,
    compensation,
    isDone,
    lit: computed(() =>
      isDone.value ? winnersOf(parts, winner) : squaresOf(parts.slice(0, counted.value)),
    ),
    finish,
    again: () => {
      finish()
      step.value = 0
      begin()
    },
    dispose: () => clearTimeout(timer),
  }
}

/** The longest time that a count takes once the last move has landed. */
export const LONGEST_COUNT_MS = 3000

// --- internal ---

/** The last move settles. */
const SETTLE_MS = 400
/** How long each stack is looked at, and how long the last one. */
const STEP_MS = 260
const LAST_MS = 600

/** The time until the next step, after a number of stacks has been counted. */
function delayAfter(counted: number, count: number): number {
  if (counted >= count) return LAST_MS
  return Math.min(STEP_MS, (LONGEST_COUNT_MS - SETTLE_MS - LAST_MS) / Math.max(1, count - 1))
}

/** The least valuable stack first; of equal ones, the lower first. */
function partsOf(position: Position): readonly CountedPart[] {
  const parts = scoreParts(position)
  return COLORS.flatMap((color) => parts[color].map((part) => ({ ...part, color }))).sort(
    (a, b) => a.points - b.points || a.height - b.height || a.square - b.square,
  )
}

function sumOf(parts: readonly CountedPart[], compensation: number): Score {
  const sums = { black: 0, white: compensation }
  for (const { color, points } of parts) sums[color] += points
  return sums
}

/** The squares of the winner's stacks; after a draw, those of all stacks. */
function winnersOf(parts: readonly CountedPart[], winner: Color | 'draw'): readonly Square[] {
  return squaresOf(parts.filter(({ color }) => winner === 'draw' || color === winner))
}

function squaresOf(parts: readonly CountedPart[]): readonly Square[] {
  return parts.map(({ square }) => square)
}
