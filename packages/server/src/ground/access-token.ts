import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

export const accessTokenSchema = z
  .string()
  .check(z.regex(/^hokito_[\w-]{43}$/))
  .brand<'AccessToken'>()
/** What a program says of itself; its beginning lets people and scanners see what it is. Nowhere on the disk. */
export type AccessToken = z.infer<typeof accessTokenSchema>

const hashSchema = z.string().brand<'AccessTokenHash'>()
/** An access token as it is stored, of no use as one. */
export type AccessTokenHash = z.infer<typeof hashSchema>

/** A new token: 256 bits, which nobody guesses. */
export function drawAccessToken(): AccessToken {
  return accessTokenSchema.parse(`hokito_${randomBytes(32).toString('base64url')}`)
}

/** How a token is stored: without the server's secret it cannot be tried out against a copy. */
export function hashAccessToken(token: AccessToken, secret: string): AccessTokenHash {
  const hash = createHmac('sha256', secret).update(`access token ${token}`)
  return hashSchema.parse(hash.digest('base64url'))
}
