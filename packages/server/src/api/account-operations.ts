import { apiAccountSchema } from '@hokito/protocol/api'
import type { Bearer } from '../accounts/access-tokens.ts'
import { becomeBot } from '../http/account.ts'
import { type ApiOperation, operation } from '../http/operation.ts'
import type { EventStream } from '../live/events.ts'
import type { Bots } from '../players/bots.ts'

export interface AccountOperationsDependencies {
  readonly bots: Bots
  readonly events: EventStream
  readonly now: () => number
}

const ACCOUNT = {
  type: 'application/json',
  description: 'The account',
  schema: apiAccountSchema,
} as const

const getOwnAccount = operation({
  id: 'getOwnAccount',
  group: 'Your account',
  path: '/account',
  summary: 'The account that the token belongs to',
  parameters: {},
  asker: { token: 'any' },
  answer: ACCOUNT,
  refusals: [],
  price: 1,
  handle: async (_, { bearer }) => ({ kind: 'json', value: accountOf(bearer) }),
})

const declareBot = operation({
  id: 'becomeBot',
  group: 'Your account',
  method: 'post',
  path: '/account/bot',
  summary: 'Become a bot',
  description:
    'Only a bot account may let a program play. An account can become a bot before its first game, and stays one. Others see “bot” beside its name. Calling it again has no effect.',
  parameters: {},
  asker: { token: 'games:play' },
  answer: ACCOUNT,
  refusals: ['hasPlayed'],
  price: 5,
  handle: async (_, { bearer }, dependencies: AccountOperationsDependencies) => {
    const declared = await becomeBot(bearer.player, dependencies)
    if (!declared.ok) return { kind: 'refused', code: declared.error }
    return { kind: 'json', value: accountOf({ ...bearer, player: declared.value }) }
  },
})

/** Shows the account of a token, and makes an account a bot. */
export const ACCOUNT_OPERATIONS: readonly ApiOperation<AccountOperationsDependencies>[] = [
  getOwnAccount,
  declareBot,
]

// --- internal ---

function accountOf({ player: { id, name, isBot }, scopes }: Bearer) {
  return { id, name, ...(isBot && { isBot }), scopes: [...scopes] }
}
