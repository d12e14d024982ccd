import * as z from 'zod/mini'
import { showPasskeySchema } from './account.ts'

/** How many characters an e-mail address has at most (RFC 5321). */
export const LONGEST_MAIL_ADDRESS = 254

/** The languages that letters are written in. */
export const MAIL_LANGUAGES = ['en', 'fr', 'de', 'nl', 'it', 'es', 'pt', 'pl', 'et'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

const passwordSchema = z.string().check(z.maxLength(500))

/** Who wants it: by the password, or by a passkey that has just signed (`passkey-sign-in-options`). */
const proofSchema = z.union([
  z.strictObject({ password: passwordSchema }),
  z.strictObject({ passkey: showPasskeySchema.shape.response }),
])
export type MailProof = z.infer<typeof proofSchema>

/** What a link in a letter carries: 256 bits. */
export const mailTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/))

/** `POST /api/account/mail-add`: letters are to go to this address, once that is confirmed. */
export const addMailSchema = z.strictObject({
  address: z.string().check(z.maxLength(LONGEST_MAIL_ADDRESS)),
  language: z.enum(MAIL_LANGUAGES),
  proof: proofSchema,
})

/** `POST /api/account/mail-confirm`: by whoever is signed in to the account and has the letter. */
export const confirmMailSchema = z.strictObject({ token: mailTokenSchema })

/** `POST /api/account/mail-remove`. */
export const removeMailSchema = z.strictObject({ proof: proofSchema })

/** `POST /api/account/mail-games`: letters about games over days are to go to the address of the account, or no more. */
export const gameLettersSchema = z.strictObject({ isOn: z.boolean() })

/**
 * What a program that shows letters posts to `/api/account/mail-games-off/…`, whose last part is what the link in the
 * letter says, to end letters about games (RFC 8058); our own page does the same.
 */
export const ONE_CLICK = ['List-Unsubscribe', 'One-Click'] as const

/** `POST /api/account/mail-recover`: somebody has forgotten the password of a name, or of an address. */
export const askMailSchema = z.strictObject({
  who: z.string().check(z.minLength(1), z.maxLength(LONGEST_MAIL_ADDRESS)),
})

/** `POST /api/account/mail-reset`: another password, for whoever has the letter. */
export const resetByMailSchema = z.strictObject({
  token: mailTokenSchema,
  password: passwordSchema,
})
