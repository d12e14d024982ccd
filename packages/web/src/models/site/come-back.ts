import { effect, type Signal } from '@preact/signals'
import type { Online } from '../online/online.ts'

/**
 * Opens the line to the server by itself in a browser that has had one before: a game there may wait for its player.
 * Whoever has never been online is not connected by looking at a page.
 */
export function comeBackOnline(
  online: Signal<Online | undefined>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
): void {
  if (storage.getItem(KEY) !== null) {
    void import('../online/online.ts').then(({ goOnline }) => {
      online.value ??= goOnline(now)
    })
  }
  effect(() => {
    if (online.value !== undefined) remember(storage)
  })
}

// --- internal ---

/** Not one of those for which a page that was built waits (early.js): before the line is open it is right as it is. */
const KEY = 'hokito-online'

function remember(storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(KEY, '1')
  } catch {
    // A full storage: then the line waits for a page that needs it.
  }
}
