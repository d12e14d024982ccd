import { effect, type ReadonlySignal } from '@preact/signals'
import { ROUTES } from '../../routes.ts'
import { fetchAccount } from '../account/account.ts'
import { accountRoute } from '../account/account-route.ts'
import { ACCOUNT_NAME_KEY, type NamedDevice } from '../device/account-name.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import type { Online } from './online.ts'

/** Stores the name of the signed-in player on this device; undefined if nobody is signed in. */
export function keepName(
  { accountName, deviceStorage }: NamedDevice,
  known: string | undefined,
): void {
  accountName.value = known
  // If it cannot be stored, the next page does not know the name until it has asked for the account.
  unlessRefused(() => {
    if (known === undefined) deviceStorage().removeItem(ACCOUNT_NAME_KEY)
    else deviceStorage().setItem(ACCOUNT_NAME_KEY, known)
  })
}

/**
 * Asks the server whether the stored name still holds. Asks again whenever the connection has
 * another player or the page becomes visible, because the account may have been renamed, signed out
 * or deleted elsewhere. Runs once, however many components call it.
 */
export function followName(device: NamedDevice, online: ReadonlySignal<Online | undefined>): void {
  if (isFollowed) return
  isFollowed = true
  effect(() => {
    const line = online.value
    void line?.connection.player.value
    void checkName(device, line)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || device.accountName.peek() === undefined) return
    void checkName(device, online.peek())
  })
}

/** The fragment of the account page that opens the form to sign in. */
export const SIGN_IN = '#sign-in'
/** The same for a player who has been signed out, which that page then says first. */
export const SIGNED_OUT = '#signed-out'

/**
 * Goes to that page by a full load, so that nothing of the former player is left on it. Signing in
 * leads back here.
 */
export function goToSignIn(): void {
  const { pathname, search } = location
  if (pathname === ROUTES.account) {
    // A change of only the fragment would load nothing.
    history.replaceState(null, '', ROUTES.account + SIGNED_OUT)
    location.reload()
  } else {
    location.assign(accountRoute(pathname + search) + SIGNED_OUT)
  }
}

// --- internal ---

let isFollowed = false

/** If the server does not answer, the name stays: a player remains signed in while offline. */
async function checkName(device: NamedDevice, online: Online | undefined): Promise<void> {
  const reply = await fetchAccount()
  if (reply === undefined) return
  const known = reply.account && reply.player?.name
  if (online !== undefined && device.accountName.peek() !== undefined && known === undefined) {
    online.isSignedOut.value = true
  }
  keepName(device, known)
}
