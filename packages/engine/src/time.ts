import type { PackedLimits } from './packed.ts'

/** Time for one move. */
export interface TimeBudget {
  /** No further depth is begun after this. */
  readonly softMs: number
  /** The search is cut short here. */
  readonly hardMs: number
}

/**
 * Time for one move. A fixed time is used to its end; from a game clock comes a share, and up to three times as
 * much to finish a depth that was begun. The game ends after about 29 plies, so the moves still to come follow
 * from the occupied squares; the middle of the game gets more, as that is where it is decided.
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
/** The middle of the game lies between these numbers of occupied squares; its moves get more than the others'. */
const MIDDLE_ABOVE = 14
const MIDDLE_BELOW = 30
const MIDDLE_WEIGHT = 1.3
const OTHER_WEIGHT = 0.9
/** The part of an increment that is spent at once. */
const INCREMENT_SHARE = 0.8
/** No move takes more of what is left. */
const MOST_OF_CLOCK = 0.5
/** After so many shares no further depth is begun, and at most so many finish one. */
const SOFT_SHARES = 0.6
const HARD_SHARES = 3
/** Kept back for what happens between engine and clock. */
const RESERVE_MS = 60
const MINIMUM_MS = 5
