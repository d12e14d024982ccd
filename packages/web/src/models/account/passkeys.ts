import { type HttpRefusal, passkeyOptionsReplySchema } from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import {
  type AccountAnswer,
  type AccountWish,
  askAccount,
  changeSession,
  sendWish,
} from './account.ts'

/**
 * Can this browser make and use passkeys? Only if the site is reached securely, by https or on this
 * machine.
 */
export function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Lets the device make a passkey for our account, confirmed by the password. */
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

/** Signs in with any passkey that the device has for this site. */
export function showPasskey(storage: () => Storage): Promise<AccountAnswer> {
  return withPasskey((response) => changeSession(storage, 'passkey-sign-in', { response }))
}

/** Sends a request that a passkey of ours confirms. */
export function sendByPasskey(wish: AccountWish, body: object): Promise<AccountAnswer> {
  return withPasskey((passkey) => sendWish(wish, { ...body, proof: { passkey } }))
}

// --- internal ---

/** Lets a passkey of the device sign a challenge, and sends the signature on. */
async function withPasskey(
  send: (response: object) => Promise<AccountAnswer>,
): Promise<AccountAnswer> {
  const options = await optionsOf('passkey-sign-in-options', {})
  if (!options.ok) return options
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options.value as PublicKeyCredentialRequestOptionsJSON
  return ofDevice(() => startAuthentication({ optionsJSON }), send)
}

/**
 * The server's options for the device, in the format shared by the library's server and browser
 * halves.
 */
async function optionsOf(
  wish: AccountWish,
  body: object,
): Promise<Result<object, HttpRefusal | undefined>> {
  return askAccount(wish, body, (answer) => passkeyOptionsReplySchema.parse(answer).options)
}

/** Sends the response of the device. It gives none if the player did not confirm. */
async function ofDevice(
  ask: () => Promise<object>,
  send: (response: object) => Promise<AccountAnswer>,
): Promise<AccountAnswer> {
  const response = await ask().catch(() => undefined)
  if (response === undefined) return err({ code: 'wrongPasskey' })
  return send(response)
}
