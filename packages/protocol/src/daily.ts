import { type Deal, type Position, randomDeal, start } from '@hokito/rules'
import * as z from 'zod/mini'
import { bytesFrom } from './deal-proof.ts'
import { DAY_MS } from './durations.ts'

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

/** The first day with a game. */
export const FIRST_DAY = daySchema.parse('2026-11-23')

/** The end rule of every game of the day. */
export const DAILY_END_RULE = 'either'

/** How long after the end of its day a game is still accepted. A player may have been offline. */
export const DAILY_GRACE_MS = 2 * DAY_MS

/** Levels of the computer that can be played against. */
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

/** The day `count` days later, or earlier if `count` is negative. */
export function dayAfter(day: Day, count: number): Day {
  return dayAt(startOfDay(day) + count * DAY_MS)
}

/**
 * Are games of a day accepted at an instant? The day must have begun, and its grace period must not
 * be over.
 */
export function stateOfDay(day: Day, now: number): 'future' | 'open' | 'closed' {
  const from = startOfDay(day)
  if (now < from) return 'future'
  return day >= FIRST_DAY && now < from + DAY_MS + DAILY_GRACE_MS ? 'open' : 'closed'
}

/**
 * The beginning that all players share on a day: a standard deal drawn from the bytes that follow
 * from the SHA-256 of `hokito-daily-` and the day (docs/daily.md).
 */
export function dealOfDay(day: Day): Deal {
  return randomDeal('standard', bytesFrom('', `hokito-daily-${day}`))
}

/** The position at the start of that day's game. Black is to move. */
export function positionOfDay(day: Day): Position {
  return start(dealOfDay(day), DAILY_END_RULE)
}

/** Number of moves from the beginning for which the server shows what others played. */
export const DAILY_TREE_PLIES = 10

const moveTextSchema = z.string().check(z.regex(/^[a-f][1-6][a-f][1-6]$/))
const levelSchema = z.literal(DAILY_LEVELS)
const countSchema = z.int().check(z.nonnegative())
const marginSchema = z.int().check(z.minimum(-216), z.maximum(216))

/** `POST /api/daily`: a finished game of a day, to be counted. The sender played Black. */
export const dailyTrySchema = z.strictObject({
  day: daySchema,
  level: levelSchema,
  moves: z.array(moveTextSchema).check(z.minLength(1), z.maxLength(36)),
})
export type DailyTry = Readonly<z.infer<typeof dailyTrySchema>>

/** The reply: the game counts, or (status 202) it is still being checked and must be sent again. */
export const dailyTryReplySchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('counted'),
    /** The player's points minus the computer's. */
    margin: marginSchema,
    /** From 1. Games with the same margin share a place. */
    place: countSchema,
    /** Number of players of this level on this day. */
    count: countSchema,
  }),
  z.strictObject({ status: z.literal('checking'), retryAfterMs: countSchema }),
])
export type DailyTryReply = Readonly<z.infer<typeof dailyTryReplySchema>>

/** Most rows of the table of a day and level. */
export const DAILY_ROWS = 20

const dailyRowSchema = z.strictObject({
  place: countSchema,
  /** Absent for a guest whom the server has since deleted. */
  name: z.optional(z.string()),
  margin: marginSchema,
  /** Is this the caller's own row? */
  isOwn: z.boolean(),
})

/** `GET /api/daily/<day>?level=<n>`: the players of a level on a day, best first. */
export const dailyTableSchema = z.strictObject({
  rows: z.array(dailyRowSchema),
  /**
   * The best of the players whom the caller follows, and the caller. Absent if none of them has
   * played.
   */
  followed: z.optional(z.array(dailyRowSchema)),
  /** Number of players of this level. */
  count: countSchema,
  /** The caller's counted try, whatever its place. */
  own: z.optional(z.strictObject({ place: countSchema, margin: marginSchema })),
})
export type DailyTable = Readonly<z.infer<typeof dailyTableSchema>>

/**
 * `GET /api/daily/<day>/moves?after=<moves with commas>`: the moves played there, at any level.
 * Players with a counted try of that day may ask, and everyone once the day is closed. Moves that
 * are equal by symmetry are counted as one.
 */
export const dailyMovesSchema = z.strictObject({
  moves: z.array(
    z.strictObject({
      move: moveTextSchema,
      count: countSchema,
      /** Black's points minus White's at the end, on average. */
      average: z.number(),
    }),
  ),
})
export type DailyMoves = Readonly<z.infer<typeof dailyMovesSchema>>

// --- internal ---
