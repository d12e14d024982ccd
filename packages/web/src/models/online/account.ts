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

/** What is asked of the server about an account; all but looking at it is a wish of ours. */
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

/** What came of a wish: new recovery codes where it leads to some, or why not; no code where there was no answer. */
export type AccountAnswer = Result<readonly string[], HttpRefusal | undefined>

/** Who we are here, as the server knows us by the cookie; undefined where there is no answer. */
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

/** Sends a wish. A guest is made before there is an account, where this browser has none. */
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

/** The same, with what is read from the answer. */
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
    // No network, or an answer that cannot be read: either way none.
    return err(undefined)
  }
}

/** Ends letters about games by what the link in one says, as a program that shows letters would: whoever has it may. */
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
    // No network, or an answer that cannot be read: either way none.
    return err(undefined)
  }
}

/** What a token is to be called and good for, with the password of whoever makes it. */
interface TokenWish {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly password: string
}

/** Where all that is kept about us can be saved. */
export const DATA_PATH = '/api/account/data'

// --- internal ---

const PATH = '/api/account'

/** What begins another session on this device, and what leaves it without one. */
const ENTERING: readonly AccountWish[] = [
  'sign-up',
  'sign-in',
  'recover',
  'password',
  'passkey-sign-in',
  'mail-reset',
]
const LEAVING: readonly AccountWish[] = ['sign-out', 'sign-out-everywhere', 'delete']

/** The server notifies a device as long as its session lasts: the next one has to be told, or there is none. */
async function followSession(wish: AccountWish): Promise<void> {
  if (readPushKept() === null) return
  const { notifyAnew, stopNotifying } = await import('./push.ts')
  if (ENTERING.includes(wish)) notifyAnew()
  if (LEAVING.includes(wish)) await stopNotifying()
}

/** A password takes a moment, and longer where many sign in at once. */
const ANSWER_MS = 15_000
