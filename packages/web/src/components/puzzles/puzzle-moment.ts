/** A moment before the other side's move and before the next puzzle, so that what has happened is seen. */
export function puzzlePause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

// --- internal ---

const PAUSE_MS = 900
