import { effect, type ReadonlySignal, type Signal } from '@preact/signals'
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
 * Asks the server whether a kept name still holds, and again whenever the line says that we are somebody else: the
 * account may have been renamed, signed out or deleted elsewhere.
 */
export function followName(
  name: Signal<string | undefined>,
  online: ReadonlySignal<Online | undefined>,
): void {
  effect(() => {
    void online.value?.connection.player.value
    void checkName(name)
  })
}

// --- internal ---

/** Where the server does not answer, the name stays: whoever is signed in is so without a network too. */
async function checkName(name: Signal<string | undefined>): Promise<void> {
  const reply = await fetchAccount()
  if (reply !== undefined) keepName(name, reply.account && reply.player?.name)
}
