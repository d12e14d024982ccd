import {
  type DailyLevel,
  type DailyMoves,
  type DailyTable,
  type DailyTry,
  type Day,
  dailyMovesSchema,
  dailyTableSchema,
  dailyTryReplySchema,
  httpRefusalSchema,
} from '@hokito/protocol'
import { DAILY_REASONS, type DailyFate } from './daily-store.ts'

/** The result of sending a game; `later`: send it again. */
export type Sent =
  | Extract<DailyFate, { readonly kind: 'counted' | 'refused' }>
  | { readonly kind: 'later'; readonly afterMs: number }

/** Requests to the server about games of the day. */
export interface DailyApi {
  send(game: DailyTry): Promise<Sent>
  /** Undefined without an answer. */
  table(day: Day, level: DailyLevel): Promise<DailyTable | undefined>
  movesAfter(day: Day, after: readonly string[]): Promise<DailyMoves | undefined>
}

/** Identifies the player by this browser's cookie; without one, a game is sent as a new guest. */
export const DAILY_API: DailyApi = {
  send: async (game) => {
    const first = await post(game)
    if (first.kind !== 'signedOut') return first
    await ask('/api/session', { method: 'POST' })
    const second = await post(game)
    return second.kind === 'signedOut' ? LATER : second
  },
  table: async (day, level) => {
    const response = await ask(`/api/daily/${day}?${new URLSearchParams({ level: `${level}` })}`)
    return response?.ok ? dailyTableSchema.safeParse(await bodyOf(response)).data : undefined
  },
  movesAfter: async (day, after) => {
    const query = new URLSearchParams({ after: after.join(',') })
    const response = await ask(`/api/daily/${day}/moves?${query}`)
    return response?.ok ? dailyMovesSchema.safeParse(await bodyOf(response)).data : undefined
  },
}

// --- internal ---

/** The server answers sooner, and nobody waits longer. */
const ANSWER_MS = 20_000
const LATER = { kind: 'later', afterMs: 30_000 } as const

async function post({
  day,
  level,
  moves,
}: DailyTry): Promise<Sent | { readonly kind: 'signedOut' }> {
  const response = await ask('/api/daily', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ day, level, moves }),
  })
  if (response === undefined) return LATER
  const body = await bodyOf(response)
  if (!response.ok) return refusalOf(body)
  const reply = dailyTryReplySchema.safeParse(body).data
  if (reply === undefined) return LATER
  return reply.status === 'counted'
    ? { kind: 'counted', place: reply.place, count: reply.count }
    : { kind: 'later', afterMs: reply.retryAfterMs }
}

/** A final refusal; any other failure may succeed next time. */
function refusalOf(body: unknown): Sent | { readonly kind: 'signedOut' } {
  const refusal = httpRefusalSchema.safeParse(body).data
  switch (refusal?.code) {
    case 'signedOut':
      return { kind: 'signedOut' }
    case undefined:
    case 'tooMany':
    case 'busy':
    case 'internal':
    case 'notFound':
    case 'futureDay':
      return { kind: 'later', afterMs: refusal?.retryAfterMs ?? LATER.afterMs }
    default:
      return {
        kind: 'refused',
        reason: DAILY_REASONS.find((reason) => reason === refusal?.code) ?? 'refused',
      }
  }
}

async function ask(path: string, options: RequestInit = {}): Promise<Response | undefined> {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(ANSWER_MS) })
  } catch {
    // No network: the caller says so, or asks again.
    return undefined
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // Something else has answered, such as a hotel's network: that counts as no answer.
    return undefined
  }
}
