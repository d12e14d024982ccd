import * as z from 'zod/mini'
import { breakStateSchema } from './breaks.ts'
import { instantSchema } from './ids.ts'
import { NAME_REFUSALS } from './refusal.ts'
import { playerCardSchema } from './terms.ts'
import { base64UrlSchema, nameSchema, passwordSchema, textSchema } from './text.ts'

/** Length of a password, in characters. */
export const PASSWORD_LENGTH = { shortest: 10, longest: 200 } as const

/** Number of recovery codes a player gets at a time. */
export const RECOVERY_CODES = 10

/**
 * What a program with a player's token may do: read private data, offer and accept games, play as a
 * bot.
 */
export const TOKEN_SCOPES = ['games:read', 'challenges:write', 'games:play'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Most tokens an account may have at a time. */
export const MOST_TOKENS = 20

/** Longest name of a token, in characters. */
export const LONGEST_TOKEN_NAME = 40

/** Why the server refuses a request about an account. */
export const ACCOUNT_REFUSALS = [
  'signedOut',
  ...NAME_REFUSALS,
  'passwordTooShort',
  'passwordTooLong',
  'passwordTooEasy',
  'wrongSignIn',
  'wrongPassword',
  'wrongCode',
  'wrongPasskey',
  'hasAccount',
  'noAccount',
  'gamesRunning',
  'hasPlayed',
  'tooManyTokens',
  'accountClosed',
  'noMail',
  'badMailAddress',
  'mailTooSoon',
  'wrongLink',
] as const

/** `POST /api/account/sign-up`: the guest with this cookie takes a name and a password. */
export const signUpSchema = z.strictObject({ name: nameSchema, password: passwordSchema })

/** `POST /api/account/sign-in`. */
export const signInSchema = z.strictObject({ name: nameSchema, password: passwordSchema })

/**
 * `POST /api/account/recover`: sets a new password with a recovery code in place of the old one.
 */
export const recoverSchema = z.strictObject({
  name: nameSchema,
  code: textSchema(60),
  password: passwordSchema,
})

/** `POST /api/account/password`. */
export const changePasswordSchema = z.strictObject({
  password: passwordSchema,
  next: passwordSchema,
})

/** `POST /api/account/name`. */
export const changeNameSchema = z.strictObject({ name: nameSchema })

/** `POST /api/account/codes`, `passkey-options` and `delete`. */
export const confirmSchema = z.strictObject({ password: passwordSchema })

const partSchema = base64UrlSchema(6000)

const idSchema = base64UrlSchema(1500)
const passkeyParts = {
  id: idSchema,
  rawId: idSchema,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/**
 * A passkey that a device has just made (`PublicKeyCredential.toJSON`). Other fields are ignored.
 */
const madePasskeySchema = z.object({
  ...passkeyParts,
  response: z.object({ clientDataJSON: partSchema, attestationObject: partSchema }),
})
export type MadePasskey = z.infer<typeof madePasskeySchema>

/** The same for a passkey that has just signed. */
const shownPasskeySchema = z.object({
  ...passkeyParts,
  response: z.object({
    clientDataJSON: partSchema,
    authenticatorData: partSchema,
    signature: partSchema,
  }),
})
export type ShownPasskey = z.infer<typeof shownPasskeySchema>

/** `POST /api/account/passkey`. */
export const addPasskeySchema = z.strictObject({ response: madePasskeySchema })

/** `POST /api/account/passkey-sign-in`. */
export const showPasskeySchema = z.strictObject({ response: shownPasskeySchema })

/** `POST /api/account/passkey-remove`. */
export const removePasskeySchema = z.strictObject({ id: idSchema })

const tokenNameSchema = textSchema(200).check(
  z.trim(),
  z.minLength(1),
  z.maxLength(LONGEST_TOKEN_NAME),
)

/** `POST /api/account/token`: makes a token for a program. The owner must give the password. */
export const makeTokenSchema = z.strictObject({
  name: tokenNameSchema,
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  password: passwordSchema,
})

/** `POST /api/account/token-remove`. */
export const removeTokenSchema = z.strictObject({ id: idSchema })

/** The new token. The server shows it only once. */
export const tokenReplySchema = z.strictObject({ token: z.string() })

/** A token as its owner sees it later, without its secret. */
const keptTokenSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: instantSchema,
  /** When it was last used, to within a few minutes. Absent if never. */
  usedAt: z.optional(instantSchema),
})
export type KeptToken = Readonly<z.infer<typeof keptTokenSchema>>

/** The options that the page passes to the device, in the terms of WebAuthn. */
export const passkeyOptionsReplySchema = z.strictObject({
  options: z.looseObject({ challenge: z.string() }),
})

/** An account's e-mail address and the messages sent to it, as its owner sees them. */
export const ownMailSchema = z.strictObject({
  address: z.optional(z.string()),
  /** An address that is not confirmed yet. */
  awaiting: z.optional(z.string()),
  /** Are e-mails about correspondence games switched on? */
  gameLetters: z.optional(z.literal(true)),
})
export type OwnMail = Readonly<z.infer<typeof ownMailSchema>>

/** `GET /api/account`: the player whose cookie this is. No player without a valid cookie. */
export const accountReplySchema = z.strictObject({
  player: z.optional(playerCardSchema),
  /** Has this player played any game, so that there is something to lose? */
  hasPlayed: z.boolean(),
  /** Absent for a guest. */
  account: z.optional(
    z.strictObject({
      createdAt: instantSchema,
      codesLeft: z.int(),
      passkeys: z.array(z.strictObject({ id: z.string(), createdAt: instantSchema })),
      /** The tokens of programs, latest first. */
      tokens: z.array(keptTokenSchema),
      /** The earliest time at which the name can be changed. */
      renameAt: instantSchema,
      /** Absent for a bot, which takes no breaks. */
      breaks: z.optional(breakStateSchema),
      /** Absent if this server sends no e-mail. */
      mail: z.optional(ownMailSchema),
      /** Does a teacher look after this account? */
      isPupil: z.optional(z.literal(true)),
    }),
  ),
  /** Does this server send e-mail, so that a player can reset a password by it? */
  sendsMail: z.optional(z.literal(true)),
})
export type AccountReply = Readonly<z.infer<typeof accountReplySchema>>

/** The player who is now signed in. */
export const signedInReplySchema = z.strictObject({ player: playerCardSchema })

/** The same with new recovery codes. The server shows them only once, and the old ones are void. */
export const codesReplySchema = z.strictObject({
  player: playerCardSchema,
  codes: z.array(z.string()),
})

/** Success, without data. */
export const doneReplySchema = z.strictObject({})
