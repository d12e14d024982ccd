import type { HttpRefusal } from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeFromAll } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { signInKeyOf } from '../players/credentials.ts'
import { counted } from './counting.ts'
import { type Exchange, pagePosts } from './own-posts.ts'
import { refuse, refuseForNow } from './replies.ts'
import type { SessionDependencies } from './session.ts'

/** Adds routes below `/api/account/` that accept only requests from our own pages. */
export function accountPosts(app: FastifyInstance, { visitors, publicUrl }: SessionDependencies) {
  const onRequest = counted(visitors, visitors.requests)
  return pagePosts(app, { prefix: '/api/account', publicUrl, bodyLimit: BODY_BYTES, onRequest })
}

/**
 * Counts one more try of a password or a code, by address and by name. Returns 0, or the wait in
 * milliseconds.
 */
export function tryWaitMs({ raw }: FastifyRequest, name: string, visitors: Visitors): number {
  const rates = [
    visitors.signIns.of(visitors.addressOf(raw)),
    visitors.signInsOfName.of(signInKeyOf(name)),
  ]
  return takeFromAll(rates, performance.now(), 1)
}

/** Refuses with the status of the code. */
export function no({ reply }: Exchange, refusal: HttpRefusal): FastifyReply {
  const { code, retryAfterMs } = refusal
  if (code === 'tooMany') return refuseForNow(reply, retryAfterMs ?? 0)
  return refuse(reply, STATUS[code] ?? 400, refusal)
}

// --- internal ---

/** A passkey's response is the longest. */
const BODY_BYTES = 16_384

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
  hasPlayed: 409,
  tooManyTokens: 409,
  accountClosed: 403,
  noMail: 404,
  wrongLink: 401,
  mailTooSoon: 429,
  renameTooSoon: 429,
}
