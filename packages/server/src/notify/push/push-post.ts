import type { PushSubscription } from 'web-push'
import type { PushKeys } from './push-keys.ts'

/** A message to one device, with its delivery options. */
export interface Parcel {
  readonly subscription: PushSubscription
  readonly text: string
  /** Replaces an undelivered message with the same topic. */
  readonly topic: string
  readonly ttlSeconds: number
  readonly isUrgent: boolean
}

/** The outcome at a push service. */
export type Posted =
  | { readonly kind: 'sent' }
  /** The browser no longer has this subscription. */
  | { readonly kind: 'gone' }
  /** The service did not accept it, and may if it is sent again. */
  | { readonly kind: 'later'; readonly afterMs: number | undefined; readonly why: string }
  /** The service refused it, or it is unknown whether it accepted it, so it is not sent twice. */
  | { readonly kind: 'failed'; readonly why: string }

/** The sender of messages. */
export interface Sender {
  readonly keys: PushKeys
  /** `mailto:` or `https:`, for complaints of the services. */
  readonly contact: string
}

/**
 * Hands a message to the push service of a device, encrypted for that device (RFC 8291). Follows no
 * redirect, waits at most ten seconds and reads at most a thousand bytes of the answer, as the
 * endpoint is not under our control.
 */
export async function post(
  { subscription, text, topic, ttlSeconds, isUrgent }: Parcel,
  { keys, contact }: Sender,
  signal: AbortSignal,
): Promise<Posted> {
  // Loaded on demand: most servers start without it.
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

/** The beginning of an answer, for the log. */
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

/** Did the connection fail, so that the service cannot have received anything? */
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
