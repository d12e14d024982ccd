import { doneReplySchema } from '@hokito/protocol'
import type { Accounts, Entered } from '../accounts/accounts.ts'
import type { EventStream } from '../live/events.ts'
import type { Mail } from '../notify/mail/mail.ts'
import type { Bots } from '../players/bots.ts'
import { jsonBy } from './operation.ts'
import type { SessionCookie, SessionDependencies } from './session-cookie.ts'

export interface AccountDependencies extends SessionDependencies {
  readonly accounts: Accounts
  readonly bots: Bots
  readonly mail: Mail
  readonly events: EventStream
}

/** A change by the account's owner, unless it says another asker or another answer. */
export const ACCOUNT_POST = {
  asker: 'ownPlayer',
  method: 'post',
  answer: jsonBy(doneReplySchema),
  cache: 'never',
  // A passkey's response is the longest.
  bodyLimit: 16_384,
  price: 1,
} as const

/** Signs the browser in with a new session; replaces the previous session in all tabs. */
export async function enter(
  session: SessionCookie,
  { token }: Entered,
  former: string | undefined,
  { accounts, now, events }: AccountDependencies,
): Promise<void> {
  const left = await accounts.signOut(former, now())
  session.set(token)
  if (left !== undefined) events.publish('signedOut', left)
}
