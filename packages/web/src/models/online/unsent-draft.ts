import { arrangementSchema, type GameId } from '@hokito/protocol'
import { unlessRefused } from '../device/unless-refused.ts'

/** The pieces placed on this page and not acknowledged yet, so that a reload loses nothing. */
export interface UnsentDraft {
  /** The draft for this game; undefined if everything was sent. */
  read(): string | undefined
  write(arrangement: string): void
  forget(): void
}

/**
 * Kept for one game at a time: the one whose pieces were placed last in this tab. If nothing can be
 * stored, a reload during a lost connection loses the latest changes.
 */
export function createUnsentDraft(
  game: GameId,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): UnsentDraft {
  const prefix = `${game} `
  /** While the page lives, the storage need not be asked. */
  let latest: string | undefined
  const stored = () => unlessRefused(() => storage().getItem(KEY)) ?? ''
  return {
    read: () => {
      if (latest !== undefined) return latest
      const text = stored()
      if (!text.startsWith(prefix)) return undefined
      return arrangementSchema.safeParse(text.slice(prefix.length)).data
    },
    write: (arrangement) => {
      latest = arrangement
      unlessRefused(() => storage().setItem(KEY, prefix + arrangement))
    },
    forget: () => {
      latest = undefined
      if (stored().startsWith(prefix)) unlessRefused(() => storage().removeItem(KEY))
    },
  }
}

// --- internal ---

const KEY = 'hokito-placing'
