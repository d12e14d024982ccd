import {
  addMailSchema,
  askMailSchema,
  confirmMailSchema,
  doneReplySchema,
  type HttpRefusal,
  type MailProof,
  type PlayerCard,
  removeMailSchema,
  resetByMailSchema,
  signedInReplySchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import { boxOf } from '../ground/mail-address.ts'
import { baseOf } from '../ground/origin.ts'
import { takeFromAll } from '../limiting/rate.ts'
import { signInKeyOf } from '../players/credentials.ts'
import { type AccountDependencies, enterIn } from './account.ts'
import { accountPosts, no, tryWaitMs } from './account-posts.ts'
import type { Exchange } from './own-posts.ts'
import { refuseForNow } from './replies.ts'
import { SESSION_COOKIE } from './session.ts'

/**
 * The routes of an account's e-mail address, each a `POST` of our own pages: give one, confirm it,
 * remove it, and reset a forgotten password.
 */
export function addMailRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { accounts, mail, players, visitors, now, events } = dependencies
  const post = accountPosts(app, dependencies)
  const enter = enterIn(dependencies)
  const prove = proverIn(dependencies)
  const cookieOf = ({ request }: Exchange) => request.cookies[SESSION_COOKIE]
  const whoAsks = (exchange: Exchange) => players.recognise(cookieOf(exchange), now())
  const addressOf = ({ request }: Exchange) => visitors.addressOf(request.raw)

  post('mail-add', addMailSchema, doneReplySchema, async (exchange, { proof, ...wish }) => {
    const player = await whoAsks(exchange)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    if (!mail.isOn) return no(exchange, { code: 'noMail' })
    const proved = await prove(exchange, player, proof)
    if (!proved.ok) return no(exchange, proved.error)
    const tooSoonMs = await mail.tooSoonMs(player.id)
    if (tooSoonMs > 0) return no(exchange, { code: 'mailTooSoon', retryAfterMs: tooSoonMs })
    const { box, domain } = boxOf(wish.address)
    const rates = [
      visitors.mailChanges.of(player.id),
      visitors.mailAsks.of(addressOf(exchange)),
      visitors.mailsTo.of(box),
      visitors.mailsToDomain.of(domain),
    ]
    const waitMs = takeFromAll(rates, performance.now(), 1)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const added = await mail.add(player, wish)
    return added.ok ? {} : no(exchange, added.error)
  })

  post('mail-confirm', confirmMailSchema, doneReplySchema, async (exchange, { token }) => {
    const player = await whoAsks(exchange)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const waitMs = visitors.signIns.take(addressOf(exchange))
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const confirmed = await mail.confirm(player, token)
    return confirmed.ok ? {} : no(exchange, confirmed.error)
  })

  post('mail-remove', removeMailSchema, doneReplySchema, async (exchange, { proof }) => {
    const player = await whoAsks(exchange)
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    const proved = await prove(exchange, player, proof)
    if (!proved.ok) return no(exchange, proved.error)
    await mail.remove(player.id)
    return {}
  })

  post('mail-recover', askMailSchema, doneReplySchema, async (exchange, { who }) => {
    if (!mail.isOn) return no(exchange, { code: 'noMail' })
    const to = who.includes('@') ? boxOf(who).box : signInKeyOf(who)
    const rates = [visitors.mailAsks.of(addressOf(exchange)), visitors.mailsTo.of(to)]
    const waitMs = takeFromAll(rates, performance.now(), 1)
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    return mail.ask(who) ? {} : refuseForNow(exchange.reply, BUSY_MS)
  })

  post('mail-reset', resetByMailSchema, signedInReplySchema, async (exchange, wish) => {
    const waitMs = visitors.signIns.take(addressOf(exchange))
    if (waitMs > 0) return refuseForNow(exchange.reply, waitMs)
    const { token, password } = wish
    const owner = await mail.recovering(token)
    if (owner === undefined) return no(exchange, { code: 'wrongLink' })
    const recovered = await accounts.recoverBy(owner, { password, now: now() }, (transaction) =>
      mail.takeRecovery(transaction, token),
    )
    if (!recovered.ok) return no(exchange, recovered.error)
    const { player } = recovered.value
    await enter(exchange, recovered.value, cookieOf(exchange))
    events.publish('signedOut', player.id)
    await mail.tellOfPassword(player.id)
    return { player }
  })
}

// --- internal ---

const BUSY_MS = 3000

/** Checks the asker's identity, by the password or by a fresh passkey signature. */
function proverIn({ accounts, visitors, now, publicUrl }: AccountDependencies) {
  return async (
    { request }: Exchange,
    { id, name }: PlayerCard,
    proof: MailProof,
  ): Promise<Result<void, HttpRefusal>> => {
    const waitMs = tryWaitMs(request, name, visitors)
    if (waitMs > 0) return err({ code: 'tooMany', retryAfterMs: Math.ceil(waitMs) })
    if ('password' in proof) return accounts.confirm(id, proof.password)
    const origin = baseOf(request, publicUrl)
    if (origin === undefined) return err({ code: 'badRequest' })
    const shown = await accounts.passkeys.recognise(proof.passkey, origin, now())
    if (!shown.ok) return shown
    return shown.value === id ? ok(undefined) : err({ code: 'wrongPasskey' })
  }
}
