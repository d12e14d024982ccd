import type { PackedLimits } from './messages.ts'

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
  const weight = occupied > 14 && occupied < 30 ? 1.3 : 0.9
  const usable = remainingMs - RESERVE_MS
  const share = (usable / movesLeft) * weight + incrementMs * 0.8
  const within = (ms: number) => Math.max(MINIMUM_MS, Math.min(ms, usable * 0.5, timeMs))
  return { softMs: within(share * 0.6), hardMs: within(share * 3) }
}

// --- internal ---

/** Occupied squares when a typical game ends. */
const SQUARES_LEFT_AT_END = 7
/** Kept back for what happens between engine and clock. */
const RESERVE_MS = 60
const MINIMUM_MS = 5
