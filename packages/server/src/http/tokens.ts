import { makeTokenSchema, removeTokenSchema, tokenReplySchema } from '@hokito/protocol'
import { ACCOUNT_POST, type AccountDependencies } from './account-posts.ts'
import { chargeTry } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

const makeToken = operation({
  ...ACCOUNT_POST,
  path: '/api/account/token',
  isNotForPupils: true,
  body: { schema: makeTokenSchema },
  answer: jsonBy(tokenReplySchema),
  charge: chargeTry,
  handle: async (_, { player, body }, { accounts, now }: AccountDependencies) => {
    const { password, ...wish } = body
    const confirmed = await accounts.confirm(player.id, password)
    if (!confirmed.ok) return refused(confirmed.error)
    const made = await accounts.tokens.make(player.id, wish, now())
    return made.ok ? answered({ token: made.value }) : refused(made.error)
  },
})

const removeToken = operation({
  ...ACCOUNT_POST,
  path: '/api/account/token-remove',
  body: { schema: removeTokenSchema },
  handle: async (_, { player, body }, { accounts, events }: AccountDependencies) => {
    await accounts.tokens.remove(player.id, body.id)
    events.publish('tokenRevoked', player.id)
    return answered({})
  },
})

/** An account's tokens for programs. */
export const TOKEN_OPERATIONS: readonly PageOperation<AccountDependencies>[] = [
  makeToken,
  removeToken,
]
