import { type PlayerCard, sessionReplySchema } from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnOrigin } from '../ground/origin.ts'
import type { SessionToken } from '../ground/session-token.ts'
import { takeFromAll } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Players } from '../players/players.ts'
import { SESSION_MS } from '../players/sessions.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse, refuseForNow } from './replies.ts'

export interface SessionDependencies {
  readonly players: Players
  readonly now: () => number
  readonly visitors: Visitors
  /** The address that people open, if the server is behind a proxy. */
  readonly publicUrl: string | undefined
}

/** The session cookie. */
export const SESSION_COOKIE = 'hokito_session'

/** Finds the player of a `Cookie` header, for handshakes that are not Fastify requests. */
export function recogniserOf(app: FastifyInstance, { players, now }: SessionDependencies) {
  return (header: string | undefined): Promise<PlayerCard | undefined> => {
    const cookie = header === undefined ? undefined : app.parseCookie(header)[SESSION_COOKIE]
    return players.recognise(cookie, now())
  }
}

/**
 * `POST /api/session`: the cookie's player, and the cookie renewed when due; without a valid
 * cookie, a new guest with a new one. Only our own pages may ask, so that no other site can create
 * players for its visitors.
 */
export function addSessionRoutes(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { players, now, visitors, publicUrl } = dependencies
  const onRequest = counted(visitors, visitors.requests)
  const schema = { response: { 200: sessionReplySchema, ...REFUSALS } }
  const options = { onRequest, schema, bodyLimit: 1024 }
  jsonRoutesOf(app).post('/api/session', options, async (request, reply) => {
    if (!isOwnOrigin(request.raw, publicUrl)) return refuse(reply, 403, { code: 'wrongOrigin' })
    reply.header('Cache-Control', 'no-store')
    const known = await players.signIn(request.cookies[SESSION_COOKIE], now())
    // Counted separately: a school class that reloads is no flood of new guests.
    const waitMs = known === undefined ? guestWaitMs(request, visitors) : 0
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    const { player, token } = known ?? (await players.welcome(now()))
    if (token !== undefined) setSession(request, reply, token, publicUrl)
    return { player }
  })
}

/** Sets a browser's session cookie. */
export function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  token: SessionToken,
  publicUrl: string | undefined,
): void {
  reply.setCookie(SESSION_COOKIE, token, {
    ...cookieOptions(request, publicUrl),
    maxAge: SESSION_MS / 1000,
  })
}

/** Removes a browser's session cookie. */
export function clearSession(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  reply.clearCookie(SESSION_COOKIE, cookieOptions(request, publicUrl))
}

// --- internal ---

function cookieOptions(request: FastifyRequest, publicUrl: string | undefined) {
  const secure = isSecure(request, publicUrl)
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

/** Counts a new guest by address. Returns 0, or in how many milliseconds another is allowed. */
function guestWaitMs({ raw }: FastifyRequest, visitors: Visitors): number {
  const address = visitors.addressOf(raw)
  const rates = [visitors.guests.of(address), visitors.guestsOfDay.of(address)]
  return takeFromAll(rates, performance.now(), 1)
}

function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:')
}
