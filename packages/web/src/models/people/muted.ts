import type { GameId } from '@hokito/protocol'
import { effect, type Signal, signal } from '@preact/signals'
import { unlessRefused } from '../device/unless-refused.ts'

/**
 * Is the opponent in a game muted? It stays so when the page is reloaded in the same tab.
 * @param storage asking for it, or using it, may throw
 */
export function createMuted(
  game: GameId,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): { readonly isMuted: Signal<boolean>; readonly dispose: () => void } {
  // If the browser stores nothing, a reload ends the muting.
  const isMuted = signal(unlessRefused(() => storage().getItem(KEY)) === game)
  let isFirst = true
  const dispose = effect(() => {
    const { value } = isMuted
    if (isFirst) {
      isFirst = false
      return
    }
    unlessRefused(() => (value ? storage().setItem(KEY, game) : storage().removeItem(KEY)))
  })
  return { isMuted, dispose }
}

// --- internal ---

const KEY = 'hokito-muted'
