import type { PlayerCard } from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits.ts'
import type { Players } from '../players/players.ts'
import { SESSION_MS } from '../players/sessions.ts'
import { isOwnOrigin } from './origin.ts'

/** What session routes need. */
export interface SessionDoors {
  readonly players: Players
  readonly now: () => number
  readonly limits: Limits
  /** The address that people open, where the server stands behind a proxy. */
  readonly publicUrl: string | undefined
}

export const SESSION_COOKIE = 'hokito_session'

/** Whose session a `Cookie` header carries, for handshakes that are no Fastify requests. */
export function recogniserOf(app: FastifyInstance, { players, now }: SessionDoors) {
  return (header: string | undefined): Promise<PlayerCard | undefined> => {
    const token = header === undefined ? undefined : app.parseCookie(header)[SESSION_COOKIE]
    return players.recognise(token, now())
  }
}

/**
 * `POST /api/session`: who the cookie's player is, the cookie set again when it is time; without a good
 * cookie, a new guest with a new one. Only pages of our own may ask, so that no other site can make a
 * visitor somebody here.
 */
export function addSessionRoutes(app: FastifyInstance, doors: SessionDoors): void {
  const { players, now, limits, publicUrl } = doors
  const rateLimit = { max: limits.requestsPerMinute, timeWindow: 60_000 }
  const overload = guestCounter(app, limits)
  app.post('/api/session', { config: { rateLimit }, bodyLimit: 1024 }, async (request, reply) => {
    if (!isOwnOrigin(request.raw, publicUrl)) return reply.code(403).send({ code: 'wrongOrigin' })
    reply.header('Cache-Control', 'no-store')
    const known = await players.signIn(request.cookies[SESSION_COOKIE], now())
    const retryAfter = known === undefined ? await overload(request) : undefined
    if (retryAfter !== undefined) {
      return reply.code(429).header('Retry-After', retryAfter).send({ code: 'tooMany' })
    }
    const { player, token } = known ?? (await players.welcome(now()))
    if (token !== undefined) setCookie(reply, token, isSecure(request, publicUrl))
    return { player }
  })
}

// --- internal ---

/**
 * Counts new guests by address, apart from other requests: a school class that reloads is no flood.
 * Says in how many seconds there may be another, where there have been too many.
 */
function guestCounter(app: FastifyInstance, { guestsPerMinute, guestsPerDay }: Limits) {
  const counters = [
    app.createRateLimit({ max: guestsPerMinute, timeWindow: 60_000 }),
    app.createRateLimit({ max: guestsPerDay, timeWindow: 86_400_000 }),
  ]
  return async (request: FastifyRequest): Promise<number | undefined> => {
    for (const count of counters) {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) return counted.ttlInSeconds
    }
    return undefined
  }
}

function setCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SESSION_MS / 1000,
  })
}

function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:')
}
