import { withLineFeeds } from '@hokito/rules'
import * as z from 'zod/mini'

/**
 * A text of a request, of at most so many UTF-16 units, as it may be stored and shown: with spaces
 * for control characters other than line feeds and tabs, and with U+FFFD for halves of surrogate
 * pairs. PostgreSQL cannot store the character 0, and no database stores half of a pair.
 */
export function textSchema(longest: number) {
  return z.string().check(z.maxLength(longest), z.overwrite(storable))
}

/** A name or a title as typed, before the server says whether there can be such a one. */
export const nameSchema = textSchema(200)

/** A password may have any characters, because only a hash of it is stored. */
export const passwordSchema = z.string().check(z.maxLength(500))

/** An id or a part of a key in Base64 for URLs. */
export function base64UrlSchema(longest: number) {
  return z.string().check(z.maxLength(longest), z.regex(/^[\w-]*$/))
}

// --- internal ---

function storable(text: string): string {
  return withLineFeeds(text)
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
}
