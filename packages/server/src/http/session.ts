import { sessionReplySchema } from '@hokito/protocol'
import type { AddressKey } from '../limiting/addresses.ts'
import { takeFromAll } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, tooMany } from './outcome.ts'
import type { SessionDependencies } from './session-cookie.ts'

/**
 * The cookie's player, and the cookie renewed when due; without a valid cookie, a new guest with a
 * new one. Only our own pages may ask, so that no other site can create players for its visitors.
 */
const openSession = operation({
  asker: 'ownPage',
  method: 'post',
  path: '/api/session',
  answer: jsonBy(sessionReplySchema),
  cache: 'never',
  bodyLimit: 1024,
  price: 1,
  handle: async (_, { session, address }, { players, now, visitors }: SessionDependencies) => {
    const known = await players.signIn(session.token, now())
    // Counted separately: a school class that reloads is no flood of new guests.
    const waitMs = known === undefined ? guestWaitMs(address, visitors) : 0
    if (waitMs > 0) return tooMany(waitMs)
    const { player, token } = known ?? (await players.welcome(now()))
    if (token !== undefined) session.set(token)
    return answered({ player })
  },
})

export const SESSION_OPERATIONS: readonly PageOperation<SessionDependencies>[] = [openSession]

// --- internal ---

/** Counts a new guest by address. Returns 0, or in how many milliseconds another is allowed. */
function guestWaitMs(address: AddressKey, visitors: Visitors): number {
  const rates = [visitors.guests.of(address), visitors.guestsOfDay.of(address)]
  return takeFromAll(rates, performance.now(), 1)
}
