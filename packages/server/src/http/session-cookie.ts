import type { PlayerCard } from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionToken } from '../ground/session-token.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Players } from '../players/players.ts'
import { SESSION_MS } from '../players/sessions.ts'

export interface SessionDependencies {
  readonly players: Players
  readonly now: () => number
  readonly visitors: Visitors
  /** The address that people open, if the server is behind a proxy. */
  readonly publicUrl: string | undefined
}

/** The session cookie of a request. */
export interface SessionCookie {
  /** As the browser has sent it. */
  readonly token: string | undefined
  /** Sets the browser's cookie. */
  set(token: SessionToken): void
  /** Removes the browser's cookie. */
  clear(): void
}

/** The session cookie of a request, which its answer can change. */
export function sessionCookieOf(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): SessionCookie {
  return {
    token: request.cookies[SESSION_COOKIE],
    set: (token) => {
      reply.setCookie(SESSION_COOKIE, token, {
        ...cookieOptions(request, publicUrl),
        maxAge: SESSION_MS / 1000,
      })
    },
    clear: () => {
      reply.clearCookie(SESSION_COOKIE, cookieOptions(request, publicUrl))
    },
  }
}

/** Finds the player of a `Cookie` header, for handshakes that are not Fastify requests. */
export function recogniserOf(app: FastifyInstance, { players, now }: SessionDependencies) {
  return (header: string | undefined): Promise<PlayerCard | undefined> => {
    const cookie = header === undefined ? undefined : app.parseCookie(header)[SESSION_COOKIE]
    return players.recognise(cookie, now())
  }
}

// --- internal ---

const SESSION_COOKIE = 'hokito_session'

function cookieOptions(request: FastifyRequest, publicUrl: string | undefined) {
  const secure = isSecure(request, publicUrl)
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:')
}
