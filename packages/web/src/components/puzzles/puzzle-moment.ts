/**
 * A short pause before the opponent's move and before the next puzzle, so that the last move is
 * seen.
 */
export function puzzlePause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

// --- internal ---

const PAUSE_MS = 900
