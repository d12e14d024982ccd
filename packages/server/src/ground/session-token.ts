import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

export const sessionTokenSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/))
  .brand<'SessionToken'>()
/** What a session's cookie says. It is nowhere on the disk. */
export type SessionToken = z.infer<typeof sessionTokenSchema>

const tokenHashSchema = z.string().brand<'TokenHash'>()
/** A session's token as it is stored, of no use as a cookie. */
export type TokenHash = z.infer<typeof tokenHashSchema>

/** How a session's token is stored: without the server's secret it cannot be tried out against a copy. */
export function hashToken(token: SessionToken, secret: string): TokenHash {
  return tokenHashSchema.parse(createHmac('sha256', secret).update(token).digest('base64url'))
}

/** The token that takes another's place: the same each time, and nobody's guess without the secret. */
export function successorOf(token: SessionToken, secret: string): SessionToken {
  const successor = createHmac('sha256', secret).update(`successor of ${token}`)
  return sessionTokenSchema.parse(successor.digest('base64url'))
}
