import * as z from 'zod/mini'
import { instantSchema } from './ids.ts'

/** Days a year, by UTC, on which a player's games over days may stand still. */
export const MOST_BREAK_DAYS = 14

/** Why somebody cannot take a break, or end one. */
export const BREAK_REFUSALS = ['onBreak', 'notOnBreak', 'noDaysLeft'] as const
export type BreakRefusal = (typeof BREAK_REFUSALS)[number]

/** `POST /api/account/break`: so many whole days from now on. */
export const takeBreakSchema = z.strictObject({
  days: z.int().check(z.minimum(1), z.maximum(MOST_BREAK_DAYS)),
})

/** How a player stands with breaks; `GET /api/account` says it, and both posts answer by it. */
export const breakStateSchema = z.strictObject({
  /** Absent for whoever is on none. */
  until: z.optional(instantSchema),
  /** How many days one that begins now may have. */
  daysLeft: z.int(),
})
export type BreakState = Readonly<z.infer<typeof breakStateSchema>>
