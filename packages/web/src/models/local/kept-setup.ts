import { type EndRule, formatPosition, type Position, parsePosition } from '@hokito/rules'
import { unlessRefused } from '../device/unless-refused.ts'

/**
 * The pieces placed before a game, kept until it begins: a player who leaves the board by accident
 * finds them again.
 */
export interface KeptSetup {
  /** Undefined if there is none, or none that can be read. */
  read(): Position | undefined
  write(position: Position): void
  forget(): void
}

/** Kept in this tab, one for each `kind`. */
export function createKeptSetup(
  kind: string,
  endRule: EndRule,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): KeptSetup {
  const key = KEY_PREFIX + kind
  return {
    read: () => {
      const text = unlessRefused(() => storage().getItem(key))
      const position = parsePosition(text ?? '', endRule)
      return position.ok ? position.value : undefined
    },
    write: (position) => {
      const isEmpty = position.board.every((stack) => stack === undefined)
      unlessRefused(() =>
        isEmpty ? storage().removeItem(key) : storage().setItem(key, formatPosition(position)),
      )
    },
    forget: () => unlessRefused(() => storage().removeItem(key)),
  }
}

// --- internal ---

const KEY_PREFIX = 'hokito-setup-'
