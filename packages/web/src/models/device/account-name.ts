import type { Signal } from '@preact/signals'

/** A device that remembers who is signed in. */
export interface NamedDevice {
  /** The signed-in account, as far as it is known. */
  readonly accountName: Signal<string | undefined>
  readonly deviceStorage: () => Storage
}

/** The key of the signed-in player's name, so that each page shows it from the start. */
export const ACCOUNT_NAME_KEY = 'hokito:account'
