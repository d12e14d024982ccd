import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

export const sessionTokenSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/))
  .brand<'SessionToken'>()
/** The token in a session's cookie, never stored. */
export type SessionToken = z.infer<typeof sessionTokenSchema>

const tokenHashSchema = z.string().brand<'TokenHash'>()
/** A session token as stored, which cannot be used as a cookie. */
export type TokenHash = z.infer<typeof tokenHashSchema>

/**
 * The stored form of a session token. Without the server's secret, guesses cannot be tested against
 * a copy.
 */
export function hashToken(token: SessionToken, secret: string): TokenHash {
  return tokenHashSchema.parse(createHmac('sha256', secret).update(token).digest('base64url'))
}

/**
 * The token that replaces another. It is always the same for that token, and cannot be guessed
 * without the secret.
 */
export function successorOf(token: SessionToken, secret: string): SessionToken {
  const successor = createHmac('sha256', secret).update(`successor of ${token}`)
  return sessionTokenSchema.parse(successor.digest('base64url'))
}
