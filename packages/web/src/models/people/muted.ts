import type { GameId } from '@hokito/protocol'
import { effect, type Signal, signal } from '@preact/signals'

/**
 * Is the opponent in a game muted? It stays so when the page is reloaded in the same tab.
 * @param storage asking for it, or using it, may throw
 */
export function createMuted(
  game: GameId,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): { readonly isMuted: Signal<boolean>; readonly dispose: () => void } {
  const isMuted = signal(false)
  try {
    isMuted.value = storage().getItem(KEY) === game
  } catch {
    // A browser that stores nothing: a reload then ends the muting.
  }
  let isFirst = true
  const dispose = effect(() => {
    const { value } = isMuted
    if (isFirst) {
      isFirst = false
      return
    }
    try {
      if (value) storage().setItem(KEY, game)
      else storage().removeItem(KEY)
    } catch {
      // As above.
    }
  })
  return { isMuted, dispose }
}

// --- internal ---

const KEY = 'hokito-muted'
