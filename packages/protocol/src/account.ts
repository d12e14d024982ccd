import * as z from 'zod/mini'
import { breakStateSchema } from './breaks.ts'
import { instantSchema } from './ids.ts'
import { NAME_REFUSALS } from './refusal.ts'
import { playerCardSchema } from './terms.ts'

/** How many characters a password has. */
export const PASSWORD_LENGTH = { shortest: 10, longest: 200 } as const

/** How many recovery codes a player is given at a time. */
export const RECOVERY_CODES = 10

/** What a program may do that has a token of somebody's: read what is that player's, offer and take games, play as a BOT. */
export const TOKEN_SCOPES = ['games:read', 'challenges:write', 'games:play'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** How many tokens an account may have at a time. */
export const MOST_TOKENS = 20

/** How many characters the name of a token has at most. */
export const LONGEST_TOKEN_NAME = 40

/** Why something is refused that has to do with an account. */
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

const nameSchema = z.string().check(z.maxLength(200))
const passwordSchema = z.string().check(z.maxLength(500))

/** `POST /api/account/sign-up`: the guest whose cookie it is takes a name and a password. */
export const signUpSchema = z.strictObject({ name: nameSchema, password: passwordSchema })

/** `POST /api/account/sign-in`. */
export const signInSchema = z.strictObject({ name: nameSchema, password: passwordSchema })

/** `POST /api/account/recover`: a recovery code instead of the password, which is replaced. */
export const recoverSchema = z.strictObject({
  name: nameSchema,
  code: z.string().check(z.maxLength(60)),
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

const partSchema = z.string().check(z.maxLength(6000))

const idSchema = z.string().check(z.maxLength(1500))
const passkeyParts = {
  id: idSchema,
  rawId: idSchema,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** What a device says of a passkey that it has made (`PublicKeyCredential.toJSON`); what is not needed is passed over. */
const madePasskeySchema = z.object({
  ...passkeyParts,
  response: z.object({ clientDataJSON: partSchema, attestationObject: partSchema }),
})
export type MadePasskey = z.infer<typeof madePasskeySchema>

/** The same of one with which it has signed. */
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

const tokenNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_TOKEN_NAME))

/** `POST /api/account/token`: a new token for a program, for whoever knows the password. */
export const makeTokenSchema = z.strictObject({
  name: tokenNameSchema,
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  password: passwordSchema,
})

/** `POST /api/account/token-remove`. */
export const removeTokenSchema = z.strictObject({ id: idSchema })

/** The new token, which is shown once. */
export const tokenReplySchema = z.strictObject({ token: z.string() })

/** A token as its owner sees it later; what it says itself is nowhere. */
const keptTokenSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: instantSchema,
  /** When it was last used, to some minutes; absent where it never was. */
  usedAt: z.optional(instantSchema),
})
export type KeptToken = Readonly<z.infer<typeof keptTokenSchema>>

/** What a device is to be asked for, in the words of WebAuthn. */
export const passkeyOptionsReplySchema = z.strictObject({
  options: z.looseObject({ challenge: z.string() }),
})

/** An account's e-mail address, and what goes there, as its owner sees it. */
export const ownMailSchema = z.strictObject({
  address: z.optional(z.string()),
  /** One that has not been confirmed yet. */
  awaiting: z.optional(z.string()),
  /** Do letters about games over days go there? */
  gameLetters: z.optional(z.literal(true)),
})
export type OwnMail = Readonly<z.infer<typeof ownMailSchema>>

/** `GET /api/account`: who the cookie's player is to this server; nobody without a good cookie. */
export const accountReplySchema = z.strictObject({
  player: z.optional(playerCardSchema),
  /** Has this player played, so that there is something to lose? */
  hasPlayed: z.boolean(),
  /** Absent for a guest. */
  account: z.optional(
    z.strictObject({
      createdAt: instantSchema,
      codesLeft: z.int(),
      passkeys: z.array(z.strictObject({ id: z.string(), createdAt: instantSchema })),
      /** Of programs, the latest first. */
      tokens: z.array(keptTokenSchema),
      /** From when on the name can be changed. */
      renameAt: instantSchema,
      /** Absent for a BOT, which takes none. */
      breaks: z.optional(breakStateSchema),
      /** Where letters go; absent where this server sends none. */
      mail: z.optional(ownMailSchema),
    }),
  ),
  /** Does this server send letters, so that a password can be set anew by one? */
  sendsMail: z.optional(z.literal(true)),
})
export type AccountReply = Readonly<z.infer<typeof accountReplySchema>>

/** Who is signed in from now on. */
export const signedInReplySchema = z.strictObject({ player: playerCardSchema })

/** The same with new recovery codes, which are shown once; those from before are void. */
export const codesReplySchema = z.strictObject({
  player: playerCardSchema,
  codes: z.array(z.string()),
})

/** Done, and there is nothing to say about it. */
export const doneReplySchema = z.strictObject({})
