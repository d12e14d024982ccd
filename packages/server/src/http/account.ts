import {
  accountReplySchema,
  addPasskeySchema,
  changeNameSchema,
  changePasswordSchema,
  codesReplySchema,
  confirmSchema,
  doneReplySchema,
  type HttpRefusal,
  httpRefusalSchema,
  type PlayerCard,
  type PlayerId,
  passkeyOptionsReplySchema,
  recoverSchema,
  removePasskeySchema,
  showPasskeySchema,
  signedInReplySchema,
  signInSchema,
  signUpSchema,
} from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { takeFromAll } from '../limiting/rate.ts'
import type { Accounts, Entered } from '../players/accounts.ts'
import { signInKeyOf } from '../players/credentials.ts'
import { counted } from './counting.ts'
import { baseOf, isOwnOrigin } from './origin.ts'
import { jsonRoutesOf, REFUSALS, refuse, refuseForNow } from './replies.ts'
import { clearSession, SESSION_COOKIE, type SessionDependencies, setSession } from './session.ts'

/** What account routes need. */
export interface AccountDependencies extends SessionDependencies {
  readonly accounts: Accounts
  readonly onAccount: OnAccount
}

/** What has to be done besides, on this node and the others, when something of an account has changed. */
export interface OnAccount {
  /** A player has another name. */
  readonly renamed: (player: PlayerCard) => void
  /** Sessions of a player have ended. */
  readonly signedOut: (player: PlayerId) => void
  /** An account is about to be deleted: nothing that it offers may be taken any more. */
  readonly leaving: (player: PlayerId) => Promise<void>
  /** An account is gone, with the name in its games. */
  readonly deleted: (player: PlayerId) => Promise<void>
}

/**
 * `GET /api/account`, and what can be done to it, each by a `POST` of our own pages: sign up, sign in, recover,
 * sign out here and everywhere, another password, name and codes, delete.
 */
export function addAccountRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { passkeys } = dependencies.accounts
  const { accounts, players, visitors, now, publicUrl, onAccount } = dependencies
  const post = postIn(app, dependencies)
  const cookieOf = ({ cookies }: FastifyRequest) => cookies[SESSION_COOKIE]
  const whoAsks = (request: FastifyRequest) => players.recognise(cookieOf(request), now())

  /** Makes the browser the player of a new session; whoever it was before is so no more, here or in other tabs. */
  const enter = async (
    { request, reply }: Exchange,
    { token }: Entered,
    former: string | undefined,
  ) => {
    const left = await accounts.signOut(former, now())
    setSession(request, reply, token, publicUrl)
    if (left !== undefined) onAccount.signedOut(left)
  }

  jsonRoutesOf(app).get(
    '/api/account',
    {
      onRequest: counted(visitors, visitors.requests),
      schema: { response: { 200: accountReplySchema, ...REFUSALS } },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return accounts.of(await whoAsks(request))
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
    onAccount.renamed(signedUp.value.player)
    onAccount.signedOut(player.id)
    const { codes } = signedUp.value
    return { player: signedUp.value.player, codes: [...codes] }
  })

  post('sign-in', signInSchema, signedInReplySchema, async (exchange, { name, password }) => {
    const waitMs = tryWaitMs(exchange.request, name, dependencies)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const signedIn = await accounts.signIn(name, password, now())
    if (!signedIn.ok) return no(exchange, signedIn.error)
    await enter(exchange, signedIn.value, cookieOf(exchange.request))
    return { player: signedIn.value.player }
  })

  post('recover', recoverSchema, signedInReplySchema, async (exchange, wish) => {
    const waitMs = tryWaitMs(exchange.request, wish.name, dependencies)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const { name, code, password } = wish
    const recovered = await accounts.recover(name, code, { password, now: now() })
    if (!recovered.ok) return no(exchange, recovered.error)
    await enter(exchange, recovered.value, cookieOf(exchange.request))
    onAccount.signedOut(recovered.value.player.id)
    return { player: recovered.value.player }
  })

  post('sign-out', doneReplySchema, doneReplySchema, async ({ request, reply }) => {
    const player = await accounts.signOut(cookieOf(request), now())
    clearSession(request, reply, publicUrl)
    if (player !== undefined) onAccount.signedOut(player)
    return {}
  })

  post('sign-out-everywhere', doneReplySchema, doneReplySchema, async (exchange) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    await accounts.signOutEverywhere(player.id, now())
    clearSession(exchange.request, exchange.reply, publicUrl)
    onAccount.signedOut(player.id)
    return {}
  })

  post('password', changePasswordSchema, signedInReplySchema, async (exchange, wish) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, dependencies)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const changed = await accounts.changePassword(player.id, wish, now())
    if (!changed.ok) return no(exchange, changed.error)
    await enter(exchange, changed.value, undefined)
    onAccount.signedOut(player.id)
    return { player: changed.value.player }
  })

  post('name', changeNameSchema, signedInReplySchema, async (exchange, { name }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const renamed = await players.rename(player.id, name, now())
    if (!renamed.ok) return no(exchange, httpRefusalSchema.parse(renamed.error))
    onAccount.renamed(renamed.value)
    return { player: renamed.value }
  })

  post('codes', confirmSchema, codesReplySchema, async (exchange, { password }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, dependencies)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const renewed = await accounts.renewCodes(player.id, password)
    return renewed.ok ? { player, codes: [...renewed.value] } : no(exchange, renewed.error)
  })

  post('passkey-options', confirmSchema, passkeyOptionsReplySchema, async (exchange, typed) => {
    const { request, reply } = exchange
    const player = await whoAsks(request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(request, player.name, dependencies)
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

  post('delete', confirmSchema, doneReplySchema, async (exchange, { password }) => {
    const player = await whoAsks(exchange.request)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = tryWaitMs(exchange.request, player.name, dependencies)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const deleted = await accounts.delete(player.id, password, now(), () =>
      onAccount.leaving(player.id),
    )
    if (!deleted.ok) return no(exchange, deleted.error)
    clearSession(exchange.request, exchange.reply, publicUrl)
    await onAccount.deleted(player.id)
    return {}
  })
}

// --- internal ---

/** A passkey's response is the longest. */
const BODY_BYTES = 16_384

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Adds routes that only our own pages may ask, with a body of a shape, and whose answers nobody keeps. */
function postIn(app: FastifyInstance, { visitors, publicUrl }: AccountDependencies) {
  const onRequest = counted(visitors, visitors.requests)
  return <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
    path: string,
    bodySchema: Body,
    answerSchema: Answer,
    answer: (exchange: Exchange, body: z.output<Body>) => Promise<z.input<Answer> | FastifyReply>,
  ): void => {
    const schema = { response: { 200: answerSchema, ...REFUSALS } }
    const options = { onRequest, schema, bodyLimit: BODY_BYTES }
    app.post(`/api/account/${path}`, options, async (request, reply) => {
      if (!isOwnOrigin(request.raw, publicUrl)) return refuse(reply, 403, { code: 'wrongOrigin' })
      reply.header('Cache-Control', 'no-store')
      const body = bodySchema.safeParse(request.body)
      if (!body.success) return refuse(reply, 400, { code: 'badRequest' })
      return answer({ request, reply }, body.data)
    })
  }
}

/** Counts one more try of a password or a code, by address and by name. Gives 0, or when there may be another. */
function tryWaitMs(
  { raw }: FastifyRequest,
  name: string,
  { visitors }: AccountDependencies,
): number {
  const rates = [
    visitors.signIns.of(visitors.addressOf(raw)),
    visitors.signInsOfName.of(signInKeyOf(name)),
  ]
  return takeFromAll(rates, performance.now(), 1)
}

const STATUS: { readonly [code in HttpRefusal['code']]?: number } = {
  signedOut: 401,
  wrongSignIn: 401,
  wrongPassword: 401,
  wrongCode: 401,
  wrongPasskey: 401,
  hasAccount: 409,
  noAccount: 409,
  nameTaken: 409,
  gamesRunning: 409,
  renameTooSoon: 429,
}

function no({ reply }: Exchange, refusal: HttpRefusal): FastifyReply {
  const { code, retryAfterMs } = refusal
  if (code === 'tooMany') return refuseForNow(reply, retryAfterMs ?? 0)
  return refuse(reply, STATUS[code] ?? 400, refusal)
}
