import type { PlayerCard } from '@hokito/protocol'
import type { AddressKey } from '../limiting/addresses.ts'
import { takeFromAll } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { signInKeyOf } from '../players/credentials.ts'

/**
 * Charges one more try of a password or a code, by address and by name.
 * @returns 0, or the milliseconds until a retry, like all charges
 */
export function tryWaitMs(
  address: AddressKey,
  name: string,
  { signIns, signInsOfName }: Pick<Visitors, 'signIns' | 'signInsOfName'>,
): number {
  const rates = [signIns.of(address), signInsOfName.of(signInKeyOf(name))]
  return takeFromAll(rates, performance.now(), 1)
}

/** Charges one more try of the asker's password. */
export function chargeTry(
  { address, player }: { readonly address: AddressKey; readonly player: PlayerCard },
  { visitors }: { readonly visitors: Pick<Visitors, 'signIns' | 'signInsOfName'> },
): number {
  return tryWaitMs(address, player.name, visitors)
}

/** Charges one more try to sign in without a name, by address. */
export function chargeSignIn(
  { address }: { readonly address: AddressKey },
  { visitors }: { readonly visitors: Pick<Visitors, 'signIns'> },
): number {
  return visitors.signIns.take(address)
}

/** Charges a change that other players may notice. */
export function chargeChange(
  { player }: { readonly player: PlayerCard },
  { visitors }: { readonly visitors: Pick<Visitors, 'peopleChanges'> },
): number {
  return visitors.peopleChanges.take(player.id)
}
