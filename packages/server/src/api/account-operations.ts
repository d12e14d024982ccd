import { apiAccountSchema } from '@hokito/protocol/api'
import type { Bearer } from '../accounts/access-tokens.ts'
import { becomeBot } from '../http/account.ts'
import type { EventStream } from '../live/events.ts'
import type { Bots } from '../players/bots.ts'
import { type Operation, ownOperation } from './operation.ts'

export interface AccountOperationsDependencies {
  readonly bots: Bots
  readonly events: EventStream
  readonly now: () => number
}

/** Shows the account of a token, and makes an account a BOT. */
export function accountOperations(
  dependencies: AccountOperationsDependencies,
): readonly Operation[] {
  const answer = {
    type: 'application/json',
    description: 'The account',
    schema: apiAccountSchema,
  } as const
  return [
    ownOperation({
      id: 'getOwnAccount',
      group: 'Your account',
      path: '/account',
      summary: 'Whose the token is',
      parameters: {},
      access: {},
      answer,
      refusals: [],
      price: 1,
      handle: async (_, { bearer }) => ({ kind: 'json', value: accountOf(bearer) }),
    }),
    ownOperation({
      id: 'becomeBot',
      group: 'Your account',
      method: 'post',
      path: '/account/bot',
      summary: 'Become a BOT',
      description:
        'Only an account that is a BOT plays by a program. It can become one before its first game, and stays one; others see it beside its name. Once more changes nothing.',
      parameters: {},
      access: { scope: 'games:play' },
      answer,
      refusals: ['hasPlayed'],
      price: 5,
      handle: async (_, { bearer }) => {
        const declared = await becomeBot(bearer.player, dependencies)
        if (!declared.ok) return { kind: 'refused', code: declared.error }
        return { kind: 'json', value: accountOf({ ...bearer, player: declared.value }) }
      },
    }),
  ]
}

// --- internal ---

function accountOf({ player: { id, name, isBot }, scopes }: Bearer) {
  return { id, name, ...(isBot && { isBot }), scopes: [...scopes] }
}
