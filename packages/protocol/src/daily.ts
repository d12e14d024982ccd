import { type Deal, type Position, randomDeal, start } from '@hokito/rules'
import * as z from 'zod/mini'
import { bytesFrom } from './deal-proof.ts'

/** A day in UTC such as `2026-11-23`. */
export const daySchema = z
  .string()
  .check(
    z.regex(/^20\d\d-[01]\d-[0-3]\d$/),
    z.refine((text) => {
      const at = Date.parse(`${text}T00:00:00Z`)
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
    }),
  )
  .brand<'Day'>()
export type Day = z.infer<typeof daySchema>

/** The day that had the first game; there is none before. */
export const FIRST_DAY = daySchema.parse('2026-11-23')

/** The end rule of every game of the day. */
export const DAILY_END_RULE = 'either'

/** How long after the end of its day a game is still taken: it may have been played without a network. */
export const DAILY_GRACE_MS = 48 * 3_600_000

/** Levels of the computer that can be played. */
export const DAILY_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type DailyLevel = (typeof DAILY_LEVELS)[number]

/** The day at an instant in milliseconds since 1970, the same in all time zones. */
export function dayAt(now: number): Day {
  return daySchema.parse(new Date(now).toISOString().slice(0, 10))
}

/** The instant at which a day begins. */
export function startOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The day so many days later, or earlier where `count` is negative. */
export function dayAfter(day: Day, count: number): Day {
  return dayAt(startOfDay(day) + count * DAY_MS)
}

/** Whether games of a day are taken at an instant: its day has to have begun, and not to be over for too long. */
export function stateOfDay(day: Day, now: number): 'future' | 'open' | 'closed' {
  const from = startOfDay(day)
  if (now < from) return 'future'
  return day >= FIRST_DAY && now < from + DAY_MS + DAILY_GRACE_MS ? 'open' : 'closed'
}

/**
 * What everybody begins from on a day: a standard deal drawn from the bytes that follow from the SHA-256 of
 * `hokito-daily-` and the day (docs/daily.md).
 */
export function dealOfDay(day: Day): Deal {
  return randomDeal('standard', bytesFrom('', `hokito-daily-${day}`))
}

/** The position of that beginning; Black is to move. */
export function positionOfDay(day: Day): Position {
  return start(dealOfDay(day), DAILY_END_RULE)
}

/** Moves that what others played is told for, at most: from the beginning on. */
export const DAILY_TREE_PLIES = 10

const moveTextSchema = z.string().check(z.regex(/^[a-f][1-6][a-f][1-6]$/))
const levelSchema = z.literal(DAILY_LEVELS)
const countSchema = z.int().check(z.nonnegative())
const marginSchema = z.int().check(z.minimum(-216), z.maximum(216))

/** `POST /api/daily`: a game of a day that was played to its end, to be counted. Black is who sends it. */
export const dailyTrySchema = z.strictObject({
  day: daySchema,
  level: levelSchema,
  moves: z.array(moveTextSchema).check(z.minLength(1), z.maxLength(36)),
})
export type DailyTry = Readonly<z.infer<typeof dailyTrySchema>>

/** The answer: it counts, or with status 202 that it is still being checked and is to be sent again. */
export const dailyTryReplySchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('counted'),
    /** The player's points less the computer's. */
    margin: marginSchema,
    /** From 1; those with the same margin share one. */
    place: countSchema,
    /** Who played this level on this day. */
    count: countSchema,
  }),
  z.strictObject({ status: z.literal('checking'), retryAfterMs: countSchema }),
])
export type DailyTryReply = Readonly<z.infer<typeof dailyTryReplySchema>>

/** Rows of the table of a day and level, at most. */
export const DAILY_ROWS = 20

const dailyRowSchema = z.strictObject({
  place: countSchema,
  /** Absent for a guest who is known no more. */
  name: z.optional(z.string()),
  margin: marginSchema,
  /** Is it the one who asks? */
  isOwn: z.boolean(),
})

/** `GET /api/daily/<day>?level=<n>`: who played a level on a day, the best first. */
export const dailyTableSchema = z.strictObject({
  rows: z.array(dailyRowSchema),
  /** The best of those whom the asker follows, and the asker; absent where none of those has played. */
  followed: z.optional(z.array(dailyRowSchema)),
  /** Who played this level. */
  count: countSchema,
  /** The counted try of whoever asks, wherever it stands. */
  own: z.optional(z.strictObject({ place: countSchema, margin: marginSchema })),
})
export type DailyTable = Readonly<z.infer<typeof dailyTableSchema>>

/**
 * `GET /api/daily/<day>/moves?after=<moves with commas>`: what was played there at any level, told to those who have a
 * counted try of that day, and to everybody once the day is closed. Moves that come to the same by symmetry are one.
 */
export const dailyMovesSchema = z.strictObject({
  moves: z.array(
    z.strictObject({
      move: moveTextSchema,
      count: countSchema,
      /** Black's points less White's at the end, on average. */
      average: z.number(),
    }),
  ),
})
export type DailyMoves = Readonly<z.infer<typeof dailyMovesSchema>>

// --- internal ---

const DAY_MS = 86_400_000
