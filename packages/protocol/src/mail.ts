import * as z from 'zod/mini'
import { showPasskeySchema } from './account.ts'
import { passwordSchema, textSchema } from './text.ts'

/** Longest e-mail address, in characters (RFC 5321). */
export const LONGEST_MAIL_ADDRESS = 254

/** The languages of the e-mails. */
export const MAIL_LANGUAGES = ['en', 'fr', 'de', 'nl', 'it', 'es', 'pt', 'pl', 'et'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/**
 * Proof of who asks: the password, or a passkey that has just signed (`passkey-sign-in-options`).
 */
const proofSchema = z.union([
  z.strictObject({ password: passwordSchema }),
  z.strictObject({ passkey: showPasskeySchema.shape.response }),
])
export type MailProof = z.infer<typeof proofSchema>

/** The token of a link in an e-mail: 256 bits. */
export const mailTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/))

/** `POST /api/account/mail-add`: sends e-mails to this address, once it is confirmed. */
export const addMailSchema = z.strictObject({
  address: textSchema(LONGEST_MAIL_ADDRESS),
  language: z.enum(MAIL_LANGUAGES),
  proof: proofSchema,
})

/**
 * `POST /api/account/mail-confirm`: for a player who is signed in to the account and has the
 * e-mail.
 */
export const confirmMailSchema = z.strictObject({ token: mailTokenSchema })

/** `POST /api/account/mail-remove`. */
export const removeMailSchema = z.strictObject({ proof: proofSchema })

/** `POST /api/account/mail-games`: switches e-mails about correspondence games on or off. */
export const gameLettersSchema = z.strictObject({ isOn: z.boolean() })

/**
 * The form that a mail program posts to `/api/account/mail-games-off/…` to end e-mails about games
 * (RFC 8058). The last part of the path is the token of the link in the e-mail. Our own page sends
 * the same form.
 */
export const ONE_CLICK = ['List-Unsubscribe', 'One-Click'] as const

/**
 * `POST /api/account/mail-recover`: someone has forgotten the password of a name or of an address.
 */
export const askMailSchema = z.strictObject({
  who: textSchema(LONGEST_MAIL_ADDRESS).check(z.minLength(1)),
})

/** `POST /api/account/mail-reset`: sets another password, for a player who has the e-mail. */
export const resetByMailSchema = z.strictObject({
  token: mailTokenSchema,
  password: passwordSchema,
})
