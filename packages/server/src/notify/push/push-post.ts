import type { PushSubscription } from 'web-push'
import type { PushKeys } from './push-keys.ts'

/** What is sent to one device, and how. */
export interface Parcel {
  readonly subscription: PushSubscription
  readonly text: string
  /** One that is still at the service under the same topic is replaced. */
  readonly topic: string
  readonly ttlSeconds: number
  readonly isUrgent: boolean
}

/** What a push service has made of it. */
export type Posted =
  | { readonly kind: 'sent' }
  /** The browser has no such subscription any more. */
  | { readonly kind: 'gone' }
  /** It was not taken, and may be if it is sent again. */
  | { readonly kind: 'later'; readonly afterMs: number | undefined; readonly why: string }
  /** It was not taken, or nobody knows whether it was: so it is not sent twice. */
  | { readonly kind: 'failed'; readonly why: string }

/** By whom messages are sent. */
export interface Sender {
  readonly keys: PushKeys
  /** `mailto:` or `https:`, for services that want to complain. */
  readonly contact: string
}

/**
 * Hands a message to the push service of a device, encrypted for that device (RFC 8291). Follows no redirect, waits ten
 * seconds at most and reads a thousand bytes of the answer: what stands at that address is none of ours.
 */
export async function post(
  { subscription, text, topic, ttlSeconds, isUrgent }: Parcel,
  { keys, contact }: Sender,
  signal: AbortSignal,
): Promise<Posted> {
  // Loaded where it is used: most servers start without it.
  const { default: webPush } = await import('web-push')
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, text, {
    vapidDetails: { subject: contact, ...keys },
    TTL: ttlSeconds,
    topic,
    urgency: isUrgent ? 'high' : 'normal',
  })
  try {
    const response = await fetch(endpoint, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    return await outcomeOf(response)
  } catch (error) {
    return isUnsent(error)
      ? { kind: 'later', afterMs: undefined, why: String(causeOf(error)) }
      : { kind: 'failed', why: String(error) }
  }
}

// --- internal ---

const PATIENCE_MS = 10_000
const READ_BYTES = 1000

async function outcomeOf(response: Response): Promise<Posted> {
  const { status, headers, body } = response
  if (status >= 200 && status < 300) {
    await body?.cancel()
    return { kind: 'sent' }
  }
  const why = `${status} ${await beginningOf(body)}`
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    return { kind: 'later', afterMs: retryAfterMs(headers.get('retry-after')), why }
  }
  return { kind: 'failed', why }
}

/** What an answer begins with, for the log. */
async function beginningOf(body: Response['body']): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  for (let bytes = 0; bytes < READ_BYTES; ) {
    const { value } = await reader.read()
    if (value === undefined) break
    parts.push(value)
    bytes += value.length
  }
  await reader.cancel()
  return Buffer.concat(parts).subarray(0, READ_BYTES).toString()
}

/** In seconds or as a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** No connection came about, so that nothing can have been taken. */
function isUnsent(error: unknown): boolean {
  const cause = causeOf(error)
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && UNSENT.includes(code)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error
}

const UNSENT = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]
