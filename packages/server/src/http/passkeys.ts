import {
  addPasskeySchema,
  confirmSchema,
  doneReplySchema,
  passkeyOptionsReplySchema,
  removePasskeySchema,
  showPasskeySchema,
  signedInReplySchema,
} from '@hokito/protocol'
import { baseOf } from '../ground/origin.ts'
import { ACCOUNT_POST, type AccountDependencies, enter } from './account-posts.ts'
import { chargeSignIn, chargeTry } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

const passkeyOptions = operation({
  ...ACCOUNT_POST,
  path: '/api/account/passkey-options',
  isNotForPupils: true,
  body: { schema: confirmSchema },
  answer: jsonBy(passkeyOptionsReplySchema),
  charge: chargeTry,
  handle: async (_, { request, player, body }, dependencies: AccountDependencies) => {
    const { accounts, now, publicUrl } = dependencies
    const confirmed = await accounts.confirm(player.id, body.password)
    if (!confirmed.ok) return refused(confirmed.error)
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return refused({ code: 'badRequest' })
    return answered({ options: { ...(await accounts.passkeys.askToAdd(player, origin, now())) } })
  },
})

const addPasskey = operation({
  ...ACCOUNT_POST,
  path: '/api/account/passkey',
  isNotForPupils: true,
  body: { schema: addPasskeySchema },
  handle: async (_, { request, player, body }, dependencies: AccountDependencies) => {
    const { accounts, now, publicUrl } = dependencies
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return refused({ code: 'badRequest' })
    const added = await accounts.passkeys.add(player.id, body.response, origin, now())
    return added.ok ? answered({}) : refused(added.error)
  },
})

const removePasskey = operation({
  ...ACCOUNT_POST,
  path: '/api/account/passkey-remove',
  body: { schema: removePasskeySchema },
  handle: async (_, { player, body }, { accounts }: AccountDependencies) => {
    await accounts.passkeys.remove(player.id, body.id)
    return answered({})
  },
})

const signInOptions = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/passkey-sign-in-options',
  body: { schema: doneReplySchema },
  answer: jsonBy(passkeyOptionsReplySchema),
  charge: chargeSignIn,
  handle: async (_, { request }, { accounts, now, publicUrl }: AccountDependencies) => {
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return refused({ code: 'badRequest' })
    return answered({ options: { ...(await accounts.passkeys.askToSignIn(origin, now())) } })
  },
})

const signInByPasskey = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/passkey-sign-in',
  body: { schema: showPasskeySchema },
  answer: jsonBy(signedInReplySchema),
  handle: async (_, { request, body, session }, dependencies: AccountDependencies) => {
    const { accounts, now, publicUrl } = dependencies
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return refused({ code: 'badRequest' })
    const shown = await accounts.passkeys.recognise(body.response, origin, now())
    const entered = shown.ok ? await accounts.enter(shown.value, now()) : shown
    if (!entered.ok) return refused(entered.error)
    await enter(session, entered.value, session.token, dependencies)
    return answered({ player: entered.value.player })
  },
})

/** Adding and removing passkeys, and signing in with them. */
export const PASSKEY_OPERATIONS: readonly PageOperation<AccountDependencies>[] = [
  passkeyOptions,
  addPasskey,
  removePasskey,
  signInOptions,
  signInByPasskey,
]
