import type { Io } from './io.ts'

/** A line on standard error with the progress of long work. */
export interface Progress {
  /**
   * Shows a new state. A terminal shows it in place of the last one. Elsewhere it is written now
   * and then on a line of its own.
   */
  tell(state: string): void
  /** Clears the line before something else is written. */
  clear(): void
}

/** Progress for a person who sees standard error, or for a log to be read later. */
export function createProgress(io: Io): Progress {
  let toldAt = io.now().getTime()
  let isShown = false
  return {
    tell(state) {
      if (io.showsProgress) {
        io.writeError(`\r${cut(state, io.columns())}${ERASE_REST}`)
        isShown = true
        return
      }
      const now = io.now().getTime()
      if (now - toldAt < LOG_EVERY_MS) return
      toldAt = now
      io.writeError(`${state}\n`)
    },
    clear() {
      if (isShown) io.writeError(`\r${ERASE_REST}`)
      isShown = false
    },
  }
}

/** A text short enough for one line of the terminal, so that it can be overwritten. */
export function cut(text: string, columns = 80): string {
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`
}

// --- internal ---

const LOG_EVERY_MS = 10_000
const ERASE_REST = '\u001b[K'
