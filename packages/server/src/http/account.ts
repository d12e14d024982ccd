import {
  accountReplySchema,
  changeNameSchema,
  changePasswordSchema,
  codesReplySchema,
  confirmSchema,
  doneReplySchema,
  type PlayerCard,
  recoverSchema,
  signedInReplySchema,
  signInSchema,
  signUpSchema,
} from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { ACCOUNT_POST, type AccountDependencies, enter } from './account-posts.ts'
import { chargeTry, tryWaitMs } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

const ownAccount = operation({
  asker: 'visitor',
  path: '/api/account',
  answer: jsonBy(accountReplySchema),
  cache: 'never',
  price: 1,
  handle: async (_, { player: asker }, { accounts, mail, now }: AccountDependencies) => {
    const known = await accounts.of(asker, now())
    if (!mail.isOn) return answered(known)
    const { player, account } = known
    const own = player && account && { ...account, mail: await mail.of(player.id) }
    return answered({ ...known, ...(own && { account: own }), sendsMail: true as const })
  },
})

const signUp = operation({
  ...ACCOUNT_POST,
  path: '/api/account/sign-up',
  body: { schema: signUpSchema },
  answer: jsonBy(codesReplySchema),
  charge: ({ address }, { visitors }: AccountDependencies) => visitors.signUps.take(address),
  handle: async (_, { player, body, session }, dependencies: AccountDependencies) => {
    const { accounts, events, now } = dependencies
    const signedUp = await accounts.signUp(player.id, body, now())
    if (!signedUp.ok) return refused(signedUp.error)
    await enter(session, signedUp.value, undefined, dependencies)
    await events.publishAwaited('renamed', signedUp.value.player)
    events.publish('signedOut', player.id)
    const { codes } = signedUp.value
    return answered({ player: signedUp.value.player, codes: [...codes] })
  },
})

const signIn = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/sign-in',
  body: { schema: signInSchema },
  answer: jsonBy(signedInReplySchema),
  charge: ({ address, body }, { visitors }: AccountDependencies) =>
    tryWaitMs(address, body.name, visitors),
  handle: async (_, { body, session }, dependencies: AccountDependencies) => {
    const { accounts, now } = dependencies
    const signedIn = await accounts.signIn(body.name, body.password, now())
    if (!signedIn.ok) return refused(signedIn.error)
    await enter(session, signedIn.value, session.token, dependencies)
    return answered({ player: signedIn.value.player })
  },
})

const recover = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/recover',
  body: { schema: recoverSchema },
  answer: jsonBy(signedInReplySchema),
  charge: ({ address, body }, { visitors }: AccountDependencies) =>
    tryWaitMs(address, body.name, visitors),
  handle: async (_, { body, session }, dependencies: AccountDependencies) => {
    const { accounts, events, mail, now } = dependencies
    const { name, code, password } = body
    const recovered = await accounts.recover(name, code, { password, now: now() })
    if (!recovered.ok) return refused(recovered.error)
    await enter(session, recovered.value, session.token, dependencies)
    events.publish('signedOut', recovered.value.player.id)
    await mail.tellOfPassword(recovered.value.player.id)
    return answered({ player: recovered.value.player })
  },
})

const signOut = operation({
  ...ACCOUNT_POST,
  asker: 'ownPage',
  path: '/api/account/sign-out',
  body: { schema: doneReplySchema },
  handle: async (_, { session }, { accounts, events, now }: AccountDependencies) => {
    const player = await accounts.signOut(session.token, now())
    session.clear()
    if (player !== undefined) events.publish('signedOut', player)
    return answered({})
  },
})

const signOutEverywhere = operation({
  ...ACCOUNT_POST,
  path: '/api/account/sign-out-everywhere',
  body: { schema: doneReplySchema },
  handle: async (_, { player, session }, { accounts, events, now }: AccountDependencies) => {
    await accounts.signOutEverywhere(player.id, now())
    session.clear()
    events.publish('signedOut', player.id)
    return answered({})
  },
})

const changePassword = operation({
  ...ACCOUNT_POST,
  path: '/api/account/password',
  isNotForPupils: true,
  body: { schema: changePasswordSchema },
  answer: jsonBy(signedInReplySchema),
  charge: chargeTry,
  handle: async (_, { player, body, session }, dependencies: AccountDependencies) => {
    const { accounts, events, mail, now } = dependencies
    const changed = await accounts.changePassword(player.id, body, now())
    if (!changed.ok) return refused(changed.error)
    await enter(session, changed.value, undefined, dependencies)
    events.publish('signedOut', player.id)
    await mail.tellOfPassword(player.id)
    return answered({ player: changed.value.player })
  },
})

const changeName = operation({
  ...ACCOUNT_POST,
  path: '/api/account/name',
  body: { schema: changeNameSchema },
  answer: jsonBy(signedInReplySchema),
  handle: async (_, { player, body }, { players, events, now }: AccountDependencies) => {
    const renamed = await players.rename(player.id, body.name, now())
    if (!renamed.ok) return refused(renamed.error)
    await events.publishAwaited('renamed', renamed.value)
    return answered({ player: renamed.value })
  },
})

const renewCodes = operation({
  ...ACCOUNT_POST,
  path: '/api/account/codes',
  isNotForPupils: true,
  body: { schema: confirmSchema },
  answer: jsonBy(codesReplySchema),
  charge: chargeTry,
  handle: async (_, { player, body }, { accounts }: AccountDependencies) => {
    const renewed = await accounts.renewCodes(player.id, body.password)
    return renewed.ok ? answered({ player, codes: [...renewed.value] }) : refused(renewed.error)
  },
})

const becomeBotByPage = operation({
  ...ACCOUNT_POST,
  path: '/api/account/bot',
  isNotForPupils: true,
  body: { schema: doneReplySchema },
  answer: jsonBy(signedInReplySchema),
  handle: async (_, { player }, dependencies: AccountDependencies) => {
    if (!(await dependencies.accounts.has(player.id))) return refused({ code: 'noAccount' })
    const declared = await becomeBot(player, dependencies)
    return declared.ok ? answered({ player: declared.value }) : refused({ code: declared.error })
  },
})

const deleteAccount = operation({
  ...ACCOUNT_POST,
  path: '/api/account/delete',
  isNotForPupils: true,
  body: { schema: confirmSchema },
  charge: chargeTry,
  handle: async (_, { player, body, session }, { accounts, events, now }: AccountDependencies) => {
    const deleted = await accounts.delete(player.id, body.password, now(), () =>
      events.publishAwaited('leaving', player.id),
    )
    if (!deleted.ok) return refused(deleted.error)
    session.clear()
    await events.publishAwaited('accountDeleted', player.id)
    return answered({})
  },
})

/** The asker's account, and the changes to it by our own pages. */
export const ACCOUNT_OPERATIONS: readonly PageOperation<AccountDependencies>[] = [
  ownAccount,
  signUp,
  signIn,
  recover,
  signOut,
  signOutEverywhere,
  changePassword,
  changeName,
  renewCodes,
  becomeBotByPage,
  deleteAccount,
]

/**
 * Makes an account a bot for good, unless it has played. Closes its open challenges, as it was not
 * a bot when they were made.
 */
export async function becomeBot(
  player: PlayerCard,
  { bots, events, now }: Pick<AccountDependencies, 'bots' | 'events' | 'now'>,
): Promise<Result<PlayerCard, 'hasPlayed'>> {
  const declared = await bots.declare(player.id, now())
  if (!declared.ok) return declared
  if (player.isBot !== true) await events.publishAwaited('leaving', player.id)
  await events.publishAwaited('renamed', declared.value)
  return declared
}
