import { effect, type Signal } from '@preact/signals'
import type { Online, OnlineDevice } from './online.ts'

/**
 * Opens the connection to the server by itself in a browser that has had one before, because a game
 * there may wait for its player. A visitor who has never been online is not connected by viewing a
 * page.
 */
export function comeBackOnline(
  online: Signal<Online | undefined>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  device: OnlineDevice,
): void {
  if (storage.getItem(KEY) !== null) {
    void import('./online.ts').then(({ goOnline }) => {
      online.value ??= goOnline(device)
    })
  }
  effect(() => {
    if (online.value !== undefined) remember(storage)
  })
}

// --- internal ---

/**
 * Its prefix is not one that makes a prerendered page wait (`early.js`), because the page is
 * correct before the connection is open.
 */
const KEY = 'hokito-online'

function remember(storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(KEY, '1')
  } catch {
    // A full storage: the connection then opens only on a page that needs it.
  }
}
