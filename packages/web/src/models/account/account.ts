import {
  type AccountReply,
  accountReplySchema,
  codesReplySchema,
  type HttpRefusal,
  ONE_CLICK,
  type TokenScope,
  tokenReplySchema,
} from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import { type AnswerPromise, ask, posting, readAnswer } from '../device/ask.ts'
import { readPushKept } from '../device/push-key.ts'

/** Requests that begin another session on this device. */
const ENTERING = [
  'sign-up',
  'sign-in',
  'recover',
  'password',
  'passkey-sign-in',
  'mail-reset',
] as const

/** Requests that end the session. */
const LEAVING = ['sign-out', 'sign-out-everywhere', 'delete'] as const

/** Requests after which this device has another session, or none. */
export type SessionWish = (typeof ENTERING)[number] | (typeof LEAVING)[number]

/** All other requests about an account, except reading it. */
export type AccountWish =
  | 'name'
  | 'codes'
  | 'passkey-options'
  | 'passkey'
  | 'passkey-remove'
  | 'passkey-sign-in-options'
  | 'token'
  | 'token-remove'
  | 'bot'
  | 'break'
  | 'break-end'
  | 'mail-add'
  | 'mail-confirm'
  | 'mail-remove'
  | 'mail-games'
  | 'mail-recover'

/**
 * The result of a request: any new recovery codes, or the refusal; undefined in its place if there
 * was no answer.
 */
export type AccountAnswer = Result<readonly string[], HttpRefusal | undefined>

/** Our account here, as the server knows us by the cookie; undefined without an answer. */
export async function fetchAccount(): Promise<AccountReply | undefined> {
  return accountReplySchema.safeParse(await readAnswer(PATH)).data
}

/** Sends a request. */
export function sendWish(wish: AccountWish, body: object): Promise<AccountAnswer> {
  return askAccount(wish, body, codesIn)
}

/**
 * Sends a request that changes the session. Signing up first makes a guest, if this browser has
 * none. The server notifies a device as long as its session lasts, so a new session must subscribe
 * again and the end of a session unsubscribes.
 */
export async function changeSession(
  storage: () => Storage,
  wish: SessionWish,
  body: object,
): Promise<AccountAnswer> {
  try {
    if (wish === 'sign-up') await readAnswer('/api/session', { method: 'POST' })
    const answer = await askAccount(wish, body, codesIn)
    if (answer.ok) await followSession(storage, wish)
    return answer
  } catch {
    // No network: it counts as no answer.
    return err(undefined)
  }
}

/** A new token for a program: the only entry of the answer. */
export function makeToken(wish: TokenWish): Promise<AccountAnswer> {
  return askAccount('token', wish, (answer) => {
    const { data } = tokenReplySchema.safeParse(answer)
    return data === undefined ? [] : [data.token]
  })
}

/** Sends a request, and reads its answer with a function. */
export function askAccount<T>(
  wish: AccountWish | SessionWish,
  body: object,
  read: (answer: unknown) => T,
): AnswerPromise<T> {
  return ask(`${PATH}/${wish}`, posting(body), read)
}

/**
 * Unsubscribes from e-mails about games with the token of the link in one, as a mail program's
 * unsubscribe button does: anyone who has the token may.
 */
export function stopGameLetters(token: string): Promise<AccountAnswer> {
  const body = new URLSearchParams([[...ONE_CLICK]])
  const init: RequestInit = { method: 'POST', credentials: 'omit', body }
  return ask(`${PATH}/mail-games-off/${token}`, init, () => [])
}

/** The name and scopes of a new token, with the password of the player who makes it. */
interface TokenWish {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly password: string
}

/** Where all data stored about us can be downloaded. */
export const DATA_PATH = '/api/account/data'

// --- internal ---

const PATH = '/api/account'

function codesIn(answer: unknown): readonly string[] {
  return codesReplySchema.safeParse(answer).data?.codes ?? []
}

async function followSession(storage: () => Storage, wish: SessionWish): Promise<void> {
  if (readPushKept(storage) === null) return
  const { notifyAnew, stopNotifying } = await import('./push.ts')
  if (LEAVING.some((each) => each === wish)) await stopNotifying(storage)
  else notifyAnew(storage)
}
