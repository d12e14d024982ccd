import { effect, type Signal } from '@preact/signals'
import { unlessRefused } from '../device/unless-refused.ts'
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
  // If there is no room, the connection opens only on a page that needs it.
  unlessRefused(() => storage.setItem(KEY, '1'))
}
