/**
 * Time for one move from a game clock. The game ends after about 29 plies, so the moves still to come
 * follow from the occupied squares; the middle of the game gets more, as that is where it is decided.
 */
export function moveTimeMs(remainingMs: number, incrementMs: number, occupied: number): number {
  const movesLeft = Math.max(2, Math.ceil((occupied - SQUARES_LEFT_AT_END) / 2))
  const weight = occupied > 14 && occupied < 30 ? 1.3 : 0.9
  const share = ((remainingMs - RESERVE_MS) / movesLeft) * weight + incrementMs * 0.8
  return Math.max(MINIMUM_MS, Math.min(share, (remainingMs - RESERVE_MS) * 0.6))
}

// --- internal ---

/** Occupied squares when a typical game ends. */
const SQUARES_LEFT_AT_END = 7
/** Kept back for what happens between engine and clock. */
const RESERVE_MS = 60
const MINIMUM_MS = 5
