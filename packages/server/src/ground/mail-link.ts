import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

const linkHashSchema = z.string().brand<'LinkHash'>()
/** The stored form of a link's token, which cannot be used as one. */
export type LinkHash = z.infer<typeof linkHashSchema>

/** A new link's token of 256 random bits. */
export function drawLink(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The stored form of a token. Without the server's secret, guesses cannot be tested against a copy.
 */
export function hashLink(token: string, secret: string): LinkHash {
  const hash = createHmac('sha256', secret).update(`link in a letter ${token}`)
  return linkHashSchema.parse(hash.digest('base64url'))
}
