import {
  type AccountReply,
  accountReplySchema,
  codesReplySchema,
  type HttpRefusal,
  httpRefusalSchema,
  ONE_CLICK,
  type TokenScope,
  tokenReplySchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { readPushKept } from '../device/push-key.ts'

/** Requests about an account, except reading it. */
export type AccountWish =
  | 'sign-up'
  | 'sign-in'
  | 'recover'
  | 'sign-out'
  | 'sign-out-everywhere'
  | 'password'
  | 'name'
  | 'codes'
  | 'passkey-options'
  | 'passkey'
  | 'passkey-remove'
  | 'passkey-sign-in-options'
  | 'passkey-sign-in'
  | 'token'
  | 'token-remove'
  | 'bot'
  | 'break'
  | 'break-end'
  | 'delete'
  | 'mail-add'
  | 'mail-confirm'
  | 'mail-remove'
  | 'mail-games'
  | 'mail-recover'
  | 'mail-reset'

/**
 * The result of a request: any new recovery codes, or the refusal; undefined in its place if there
 * was no answer.
 */
export type AccountAnswer = Result<readonly string[], HttpRefusal | undefined>

/** Our account here, as the server knows us by the cookie; undefined without an answer. */
export async function fetchAccount(): Promise<AccountReply | undefined> {
  try {
    const response = await fetch(PATH, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (!response.ok) return undefined
    return accountReplySchema.safeParse(await response.json()).data
  } catch {
    // No network: the page says so and offers to ask again.
    return undefined
  }
}

/** Sends a request. Signing up first makes a guest, if this browser has none. */
export function sendWish(wish: AccountWish, body: object): Promise<AccountAnswer> {
  return askAccount(wish, body, (answer) => codesReplySchema.safeParse(answer).data?.codes ?? [])
}

/** A new token for a program: the only entry of the answer. */
export function makeToken(wish: TokenWish): Promise<AccountAnswer> {
  return askAccount('token', wish, (answer) => {
    const { data } = tokenReplySchema.safeParse(answer)
    return data === undefined ? [] : [data.token]
  })
}

/** The same, with a function that reads the answer. */
export async function askAccount<T>(
  wish: AccountWish,
  body: object,
  read: (answer: unknown) => T,
): Promise<Result<T, HttpRefusal | undefined>> {
  try {
    if (wish === 'sign-up') await fetch('/api/session', { method: 'POST' })
    const response = await fetch(`${PATH}/${wish}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const answer: unknown = await response.json()
    if (!response.ok) return err(httpRefusalSchema.safeParse(answer).data)
    await followSession(wish)
    return ok(read(answer))
  } catch {
    // No network, or an unreadable answer: both count as none.
    return err(undefined)
  }
}

/**
 * Unsubscribes from e-mails about games with the token of the link in one, as a mail program's
 * unsubscribe button does: anyone who has the token may.
 */
export async function stopGameLetters(token: string): Promise<AccountAnswer> {
  try {
    const response = await fetch(`${PATH}/mail-games-off/${token}`, {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams([[...ONE_CLICK]]),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (response.ok) return ok([])
    return err(httpRefusalSchema.safeParse(await response.json()).data)
  } catch {
    // No network, or an unreadable answer: both count as none.
    return err(undefined)
  }
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

/** Requests that begin another session on this device, and those that end the session. */
const ENTERING: readonly AccountWish[] = [
  'sign-up',
  'sign-in',
  'recover',
  'password',
  'passkey-sign-in',
  'mail-reset',
]
const LEAVING: readonly AccountWish[] = ['sign-out', 'sign-out-everywhere', 'delete']

/**
 * The server notifies a device as long as its session lasts, so a new session must subscribe again
 * and the end of a session unsubscribes.
 */
async function followSession(wish: AccountWish): Promise<void> {
  if (readPushKept() === null) return
  const { notifyAnew, stopNotifying } = await import('./push.ts')
  if (ENTERING.includes(wish)) notifyAnew()
  if (LEAVING.includes(wish)) await stopNotifying()
}

/** Checking a password takes a moment, and longer if many players sign in at the same time. */
const ANSWER_MS = 15_000
