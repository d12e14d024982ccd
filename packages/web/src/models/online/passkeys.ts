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
  return ofDevice('passkey', () => startRegistration({ optionsJSON }))
}

/** Signs in with whichever passkey the device has for this site. */
export async function showPasskey(): Promise<AccountAnswer> {
  const options = await optionsOf('passkey-sign-in-options', {})
  if (!options.ok) return options
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options.value as PublicKeyCredentialRequestOptionsJSON
  return ofDevice('passkey-sign-in', () => startAuthentication({ optionsJSON }))
}

// --- internal ---

/** What the server asks of the device; it goes from one library's two ends to the other. */
async function optionsOf(
  wish: AccountWish,
  body: object,
): Promise<Result<object, HttpRefusal | undefined>> {
  return askAccount(wish, body, (answer) => passkeyOptionsReplySchema.parse(answer).options)
}

/** Sends what the device says; it may also say nothing, as nobody has shown a finger. */
async function ofDevice(wish: AccountWish, ask: () => Promise<object>): Promise<AccountAnswer> {
  const response = await ask().catch(() => undefined)
  if (response === undefined) return err({ code: 'wrongPasskey' })
  return sendWish(wish, { response })
}
