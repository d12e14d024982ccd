import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

const linkHashSchema = z.string().brand<'LinkHash'>()
/** What a link says, as it is stored: of no use as one. */
export type LinkHash = z.infer<typeof linkHashSchema>

/** What a new link says: 256 bits, which nobody guesses. */
export function drawLink(): string {
  return randomBytes(32).toString('base64url')
}

/** How it is stored: without the server's secret it cannot be tried out against a copy. */
export function hashLink(token: string, secret: string): LinkHash {
  const hash = createHmac('sha256', secret).update(`link in a letter ${token}`)
  return linkHashSchema.parse(hash.digest('base64url'))
}
