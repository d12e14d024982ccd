import * as z from 'zod/mini'
import { instantSchema } from './ids.ts'

/** Days of a UTC year for which a player's clocks in correspondence games may be paused. */
export const MOST_BREAK_DAYS = 14

/** Why a player cannot take or end a break. */
export const BREAK_REFUSALS = ['onBreak', 'notOnBreak', 'noDaysLeft'] as const
export type BreakRefusal = (typeof BREAK_REFUSALS)[number]

/** `POST /api/account/break`: starts a break of this many whole days. */
export const takeBreakSchema = z.strictObject({
  days: z.int().check(z.minimum(1), z.maximum(MOST_BREAK_DAYS)),
})

/**
 * A player's break and remaining days. `GET /api/account` contains it, and both posts reply with
 * it.
 */
export const breakStateSchema = z.strictObject({
  /** Absent if the player is not on a break. */
  until: z.optional(instantSchema),
  /** The longest break, in days, that could begin now. */
  daysLeft: z.int(),
})
export type BreakState = Readonly<z.infer<typeof breakStateSchema>>
