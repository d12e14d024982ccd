import type { PackedLimits } from './packed.ts'

/** Time for one move. */
export interface TimeBudget {
  /** After this, no further depth begins. */
  readonly softMs: number
  /** At this time the search is cut short. */
  readonly hardMs: number
}

/**
 * Time for one move. A fixed time is used in full. A game clock gives a share of its time, and up
 * to three times as much to finish a depth that has begun. The game ends after about 29 plies, so
 * the number of remaining moves follows from the occupied squares. The middle of the game gets
 * more, because it decides the game.
 */
export function budgetOf(
  { timeMs = Number.POSITIVE_INFINITY, clock }: PackedLimits,
  isWhiteTurn: boolean,
  occupied: number,
): TimeBudget {
  if (clock === undefined) return { softMs: timeMs, hardMs: timeMs }
  const { remainingMs, incrementMs } = isWhiteTurn ? clock.white : clock.black
  const movesLeft = Math.max(2, Math.ceil((occupied - SQUARES_LEFT_AT_END) / 2))
  const isMiddle = occupied > MIDDLE_ABOVE && occupied < MIDDLE_BELOW
  const weight = isMiddle ? MIDDLE_WEIGHT : OTHER_WEIGHT
  const usable = remainingMs - RESERVE_MS
  const share = (usable / movesLeft) * weight + incrementMs * INCREMENT_SHARE
  const within = (ms: number) => Math.max(MINIMUM_MS, Math.min(ms, usable * MOST_OF_CLOCK, timeMs))
  return { softMs: within(share * SOFT_SHARES), hardMs: within(share * HARD_SHARES) }
}

// --- internal ---

/** Occupied squares when a typical game ends. */
const SQUARES_LEFT_AT_END = 7
/**
 * The middle of the game lies between these numbers of occupied squares; its moves get more time
 * than the others.
 */
const MIDDLE_ABOVE = 14
const MIDDLE_BELOW = 30
const MIDDLE_WEIGHT = 1.3
const OTHER_WEIGHT = 0.9
/** The share of an increment that is spent immediately. */
const INCREMENT_SHARE = 0.8
/** No move takes more than this share of the remaining time. */
const MOST_OF_CLOCK = 0.5
/**
 * After the first number of shares no further depth begins; after the second a running depth is cut
 * short.
 */
const SOFT_SHARES = 0.6
const HARD_SHARES = 3
/** Kept back for delays between engine and clock. */
const RESERVE_MS = 60
const MINIMUM_MS = 5
