import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

export const accessTokenSchema = z
  .string()
  .check(z.regex(/^hokito_[\w-]{43}$/))
  .brand<'AccessToken'>()
/** The token of a program, never stored. Its prefix lets people and scanners recognise it. */
export type AccessToken = z.infer<typeof accessTokenSchema>

const hashSchema = z.string().brand<'AccessTokenHash'>()
/** An access token as stored, which cannot be used as one. */
export type AccessTokenHash = z.infer<typeof hashSchema>

/** A new token of 256 random bits. */
export function drawAccessToken(): AccessToken {
  return accessTokenSchema.parse(`hokito_${randomBytes(32).toString('base64url')}`)
}

/**
 * The stored form of a token. Without the server's secret, guesses cannot be tested against a copy.
 */
export function hashAccessToken(token: AccessToken, secret: string): AccessTokenHash {
  const hash = createHmac('sha256', secret).update(`access token ${token}`)
  return hashSchema.parse(hash.digest('base64url'))
}
