import {
  type DailyLevel,
  type DailyMoves,
  type DailyTable,
  type DailyTry,
  type Day,
  dailyMovesSchema,
  dailyTableSchema,
  dailyTryReplySchema,
  type HttpRefusal,
} from '@hokito/protocol'
import { ask, posting, readAnswer } from '../device/ask.ts'
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

/**
 * Identifies the player by this browser's cookie. The page cannot know whether there is one, so it
 * first opens a session, which makes a new guest if there is none.
 */
export const DAILY_API: DailyApi = {
  send: async (game) => {
    await readAnswer('/api/session', { method: 'POST' })
    return post(game)
  },
  table: async (day, level) => {
    const query = new URLSearchParams({ level: `${level}` })
    return dailyTableSchema.safeParse(await readAnswer(`/api/daily/${day}?${query}`)).data
  },
  movesAfter: async (day, after) => {
    const query = new URLSearchParams({ after: after.join(',') })
    return dailyMovesSchema.safeParse(await readAnswer(`/api/daily/${day}/moves?${query}`)).data
  },
}

// --- internal ---

const LATER = { kind: 'later', afterMs: 30_000 } as const

async function post({ day, level, moves }: DailyTry): Promise<Sent> {
  const sent = await ask('/api/daily', posting({ day, level, moves }), (answer) =>
    dailyTryReplySchema.parse(answer),
  )
  if (!sent.ok) return refusalOf(sent.error)
  const { value: reply } = sent
  return reply.status === 'counted'
    ? { kind: 'counted', place: reply.place, count: reply.count }
    : { kind: 'later', afterMs: reply.retryAfterMs }
}

/** A final refusal; any other failure may succeed next time. */
function refusalOf(refusal: HttpRefusal | undefined): Sent {
  switch (refusal?.code) {
    case undefined:
    case 'signedOut':
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
