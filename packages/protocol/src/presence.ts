import * as z from 'zod/mini'
import { gameIdSchema, instantSchema } from './ids.ts'

/** Is a seat's player connected? */
const seatPresenceSchema = z.strictObject({
  isHere: z.boolean(),
  /** When the other side may claim the game; absent while this side is here, is not on turn, or cannot lose so. */
  claimableAt: z.optional(instantSchema),
})

/** Who is there. It has no version, as it is no part of the game: the latest is the truth. */
export const presenceSchema = z.strictObject({
  game: gameIdSchema,
  seats: z.strictObject({ black: seatPresenceSchema, white: seatPresenceSchema }),
  watchers: z.int().check(z.nonnegative()),
})
export type Presence = Readonly<z.infer<typeof presenceSchema>>
