import { effect, type ReadonlySignal, type Signal } from '@preact/signals'
import { ROUTES } from '../../routes.ts'
import { ACCOUNT_NAME_KEY } from '../device/account-name.ts'
import { fetchAccount } from './account.ts'
import type { Online } from './online.ts'

/** Keeps the name of whoever is signed in on this device; undefined where nobody is. */
export function keepName(name: Signal<string | undefined>, known: string | undefined): void {
  name.value = known
  try {
    if (known === undefined) localStorage.removeItem(ACCOUNT_NAME_KEY)
    else localStorage.setItem(ACCOUNT_NAME_KEY, known)
  } catch {
    // No storage, or a full one: then the next page does not know it until the account is looked at.
  }
}

/**
 * Asks the server whether a kept name still holds, and again whenever the line says that we are somebody else or the page
 * comes into sight: the account may have been renamed, signed out or deleted elsewhere. Once for all who ask for it.
 */
export function followName(
  name: Signal<string | undefined>,
  online: ReadonlySignal<Online | undefined>,
): void {
  if (isFollowed) return
  isFollowed = true
  effect(() => {
    const line = online.value
    void line?.connection.player.value
    void checkName(name, line)
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && name.peek() !== undefined) void checkName(name, online.peek())
  })
}

/** Behind the `#` of the page of somebody who has been signed out, and may be about to sign in again. */
export const SIGN_IN = '#sign-in'

/** Leads to that page, which begins anew: nothing of the former player is left on it. */
export function goToSignIn(): void {
  const isThere = location.pathname === ROUTES.account
  location.assign(ROUTES.account + SIGN_IN)
  // To go to where one is, but for what stands behind the `#`, loads nothing anew.
  if (isThere) location.reload()
}

// --- internal ---

let isFollowed = false

/** Where the server does not answer, the name stays: whoever is signed in is so without a network too. */
async function checkName(
  name: Signal<string | undefined>,
  online: Online | undefined,
): Promise<void> {
  const reply = await fetchAccount()
  if (reply === undefined) return
  const known = reply.account && reply.player?.name
  if (online !== undefined && name.peek() !== undefined && known === undefined) {
    online.isSignedOut.value = true
  }
  keepName(name, known)
}
