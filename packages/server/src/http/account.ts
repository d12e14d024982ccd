import {
  accountReplySchema,
  addPasskeySchema,
  changeNameSchema,
  changePasswordSchema,
  codesReplySchema,
  confirmSchema,
  doneReplySchema,
  httpRefusalSchema,
  makeTokenSchema,
  type PlayerCard,
  passkeyOptionsReplySchema,
  recoverSchema,
  removePasskeySchema,
  removeTokenSchema,
  showPasskeySchema,
  signedInReplySchema,
  signInSchema,
  signUpSchema,
  tokenReplySchema,
} from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Accounts, Entered } from '../accounts/accounts.ts'
import { baseOf } from '../ground/origin.ts'
import type { EventStream } from '../live/events.ts'
import type { Mail } from '../notify/mail/mail.ts'
import type { Bots } from '../players/bots.ts'
import { accountPosts, no, tryWaitMs } from './account-posts.ts'
import { counted } from './counting.ts'
import type { Exchange } from './own-posts.ts'
import { jsonRoutesOf, REFUSALS, refuseForNow } from './replies.ts'
import { clearSession, SESSION_COOKIE, type SessionDependencies, setSession } from './session.ts'

export interface AccountDependencies extends SessionDependencies {
  readonly accounts: Accounts
  readonly bots: Bots
  readonly mail: Mail
  readonly events: EventStream
}

/** Signs the browser in with a new session; replaces the previous session in all tabs. */
export function enterIn({ accounts, now, publicUrl, events }: AccountDependencies) {
  return async (
    { request, reply }: Exchange,
    { token }: Entered,
    former: string | undefined,
  ): Promise<void> => {
    const left = await accounts.signOut(former, now())
    setSession(request, reply, token, publicUrl)
    if (left !== undefined) events.publish('signedOut', left)
  }
}

/**
 * `GET /api/account`, and the changes to an account, each by a `POST` of our own pages: sign up,
 * sign in, recover, sign out here and everywhere, change password, name and codes, add and remove
 * passkeys and tokens, become a BOT, delete.
 */
export function addAccountRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { passkeys, tokens } = dependencies.accounts
  const { accounts, players, visitors, now, publicUrl, events, mail } = dependencies
  const post = accountPosts(app, dependencies)
  const cookieOf = ({ cookies }: FastifyRequest) => cookies[SESSION_COOKIE]
  const whoAsks = (request: FastifyRequest) => players.recognise(cookieOf(request), now())

  const enter = enterIn(dependencies)

  jsonRoutesOf(app).get(
    '/api/account',
    {
      onRequest: counted(visitors, visitors.requests),
      schema: { response: { 200: accountReplySchema, ...REFUSALS } },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const known = await accounts.of(await whoAsks(request), now())
      if (!mail.isOn) return known
      const { player, account } = known
      const own = player && account && { ...account, mail: await mail.of(player.id) }
      return { ...known, ...(own && { account: own }), sendsMail: true as const }
    },
  )

  post('sign-up', signUpSchema, codesReplySchema, async (exchange, wish) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = visitors.signUps.take(visitors.addressOf(exchange.request.raw))
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const signedUp = await accounts.signUp(player.id, wish, now())
    if (!signedUp.ok) return no(exchange, signedUp.error)
    await enter(exchange, signedUp.value, undefined)
    await events.publishAwaited('renamed', signedUp.value.player)
    events.publish('signedOut', player.id)
    const { codes } = signedUp.value
    return { player: signedUp.value.player, codes: [...codes] }
  })

  post('sign-in', signInSchema, signedInReplySchema, async (exchange, { name, password }) => {
    const waitMs = tryWaitMs(exchange.request, name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const signedIn = await accounts.signIn(name, password, now())
    if (!signedIn.ok) return no(exchange, signedIn.error)
    await enter(exchange, signedIn.value, cookieOf(exchange.request))
    return { player: signedIn.value.player }
  })

  post('recover', recoverSchema, signedInReplySchema, async (exchange, wish) => {
    const waitMs = tryWaitMs(exchange.request, wish.name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const { name, code, password } = wish
    const recovered = await accounts.recover(name, code, { password, now: now() })
    if (!recovered.ok) return no(exchange, recovered.error)
    await enter(exchange, recovered.value, cookieOf(exchange.request))
    events.publish('signedOut', recovered.value.player.id)
    await mail.tellOfPassword(recovered.value.player.id)
    return { player: recovered.value.player }
  })

  post('sign-out', doneReplySchema, doneReplySchema, async ({ request, reply }) => {
    const player = await accounts.signOut(cookieOf(request), now())
    clearSession(request, reply, publicUrl)
    if (player !== undefined) events.publish('signedOut', player)
    return {}
  })

  post('sign-out-everywhere', doneReplySchema, doneReplySchema, async (exchange) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    await accounts.signOutEverywhere(player.id, now())
    clearSession(exchange.request, exchange.reply, publicUrl)
    events.publish('signedOut', player.id)
    return {}
  })

  post('password', changePasswordSchema, signedInReplySchema, async (exchange, wish) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const changed = await accounts.changePassword(player.id, wish, now())
    if (!changed.ok) return no(exchange, changed.error)
    await enter(exchange, changed.value, undefined)
    events.publish('signedOut', player.id)
    await mail.tellOfPassword(player.id)
    return { player: changed.value.player }
  })

  post('name', changeNameSchema, signedInReplySchema, async (exchange, { name }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const renamed = await players.rename(player.id, name, now())
    if (!renamed.ok) return no(exchange, httpRefusalSchema.parse(renamed.error))
    await events.publishAwaited('renamed', renamed.value)
    return { player: renamed.value }
  })

  post('codes', confirmSchema, codesReplySchema, async (exchange, { password }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const renewed = await accounts.renewCodes(player.id, password)
    return renewed.ok ? { player, codes: [...renewed.value] } : no(exchange, renewed.error)
  })

  post('passkey-options', confirmSchema, passkeyOptionsReplySchema, async (exchange, typed) => {
    const { request, reply } = exchange
    const player = await whoAsks(request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(request, player.name, visitors)
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    const confirmed = await accounts.confirm(player.id, typed.password)
    if (!confirmed.ok) return no(exchange, confirmed.error)
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return no(exchange, { code: 'badRequest' })
    return { options: { ...(await passkeys.askToAdd(player, origin, now())) } }
  })

  post('passkey', addPasskeySchema, doneReplySchema, async (exchange, { response }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const origin = baseOf(exchange.request, publicUrl)
    if (origin === undefined) return no(exchange, { code: 'badRequest' })
    const added = await passkeys.add(player.id, response, origin, now())
    return added.ok ? {} : no(exchange, added.error)
  })

  post('passkey-remove', removePasskeySchema, doneReplySchema, async (exchange, { id }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    await passkeys.remove(player.id, id)
    return {}
  })

  post('passkey-sign-in-options', doneReplySchema, passkeyOptionsReplySchema, async (exchange) => {
    const { request, reply } = exchange
    const waitMs = visitors.signIns.take(visitors.addressOf(request.raw))
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return no(exchange, { code: 'badRequest' })
    return { options: { ...(await passkeys.askToSignIn(origin, now())) } }
  })

  post(
    'passkey-sign-in',
    showPasskeySchema,
    signedInReplySchema,
    async (exchange, { response }) => {
      const { request } = exchange
      const origin = baseOf(request, publicUrl)
      if (origin === undefined) return no(exchange, { code: 'badRequest' })
      const shown = await passkeys.recognise(response, origin, now())
      const entered = shown.ok ? await accounts.enter(shown.value, now()) : shown
      if (!entered.ok) return no(exchange, entered.error)
      await enter(exchange, entered.value, cookieOf(request))
      return { player: entered.value.player }
    },
  )

  post('token', makeTokenSchema, tokenReplySchema, async (exchange, { password, ...wish }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const confirmed = await accounts.confirm(player.id, password)
    if (!confirmed.ok) return no(exchange, confirmed.error)
    const made = await tokens.make(player.id, wish, now())
    return made.ok ? { token: made.value } : no(exchange, made.error)
  })

  post('token-remove', removeTokenSchema, doneReplySchema, async (exchange, { id }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    await tokens.remove(player.id, id)
    events.publish('tokenRevoked', player.id)
    return {}
  })

  post('bot', doneReplySchema, signedInReplySchema, async (exchange) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    if (!(await accounts.has(player.id))) return no(exchange, { code: 'noAccount' })
    const declared = await becomeBot(player, dependencies)
    return declared.ok ? { player: declared.value } : no(exchange, { code: declared.error })
  })

  post('delete', confirmSchema, doneReplySchema, async (exchange, { password }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, visitors)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const deleted = await accounts.delete(player.id, password, now(), () =>
      events.publishAwaited('leaving', player.id),
    )
    if (!deleted.ok) return no(exchange, deleted.error)
    clearSession(exchange.request, exchange.reply, publicUrl)
    await events.publishAwaited('accountDeleted', player.id)
    return {}
  })
}

/**
 * Makes an account a BOT for good, unless it has played. Closes its open challenges, as it was not
 * a BOT when they were made.
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
