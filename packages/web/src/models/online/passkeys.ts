import { type HttpRefusal, passkeyOptionsReplySchema } from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { type AccountAnswer, type AccountWish, askAccount, sendWish } from './account.ts'

/** Can this browser make and show passkeys? Only where the site is reached safely, by https or on this machine. */
export function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the device make a passkey for our account, whose password confirms it. */
export async function addPasskey(password: string): Promise<AccountAnswer> {
  const options = await optionsOf('passkey-options', { password })
  if (!options.ok) return options
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options.value as PublicKeyCredentialCreationOptionsJSON
  return ofDevice(
    () => startRegistration({ optionsJSON }),
    (response) => sendWish('passkey', { response }),
  )
}

/** Signs in with whichever passkey the device has for this site. */
export function showPasskey(): Promise<AccountAnswer> {
  return withPasskey((response) => sendWish('passkey-sign-in', { response }))
}

/** Sends a wish that a passkey of ours confirms. */
export function sendByPasskey(wish: AccountWish, body: object): Promise<AccountAnswer> {
  return withPasskey((passkey) => sendWish(wish, { ...body, proof: { passkey } }))
}

// --- internal ---

/** Has a passkey of the device sign, and sends that on. */
async function withPasskey(
  send: (response: object) => Promise<AccountAnswer>,
): Promise<AccountAnswer> {
  const options = await optionsOf('passkey-sign-in-options', {})
  if (!options.ok) return options
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options.value as PublicKeyCredentialRequestOptionsJSON
  return ofDevice(() => startAuthentication({ optionsJSON }), send)
}

/** What the server asks of the device; it goes from one library's two ends to the other. */
async function optionsOf(
  wish: AccountWish,
  body: object,
): Promise<Result<object, HttpRefusal | undefined>> {
  return askAccount(wish, body, (answer) => passkeyOptionsReplySchema.parse(answer).options)
}

/** Sends what the device says; it may also say nothing, as nobody has shown a finger. */
async function ofDevice(
  ask: () => Promise<object>,
  send: (response: object) => Promise<AccountAnswer>,
): Promise<AccountAnswer> {
  const response = await ask().catch(() => undefined)
  if (response === undefined) return err({ code: 'wrongPasskey' })
  return send(response)
}
