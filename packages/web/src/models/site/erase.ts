import { ACCOUNT_NAME_KEY } from '../device/account-name.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/**
 * Deletes everything that the site has stored on this device and in this tab, except who is signed
 * in: the session is a cookie, and ends by signing out.
 */
export function eraseDevice(...storages: readonly (() => Storage)[]): void {
  for (const storage of storages) {
    unlessRefused(() => {
      for (const key of keysWith(storage(), 'hokito')) {
        if (key !== ACCOUNT_NAME_KEY) storage().removeItem(key)
      }
    })
  }
}
