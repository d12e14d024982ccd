import * as z from 'zod/mini'
import { gameIdSchema, instantSchema } from './ids.ts'

/** Is a seat's player connected? */
const seatPresenceSchema = z.strictObject({
  isHere: z.boolean(),
  /**
   * When the opponent may claim the game. Absent while this side is connected, is not to move, or
   * cannot lose that way.
   */
  claimableAt: z.optional(instantSchema),
})

/**
 * The connected players of a game. It has no version, because it is not part of the game: the
 * latest is valid.
 */
export const presenceSchema = z.strictObject({
  game: gameIdSchema,
  seats: z.strictObject({ black: seatPresenceSchema, white: seatPresenceSchema }),
  watchers: z.int().check(z.nonnegative()),
})
export type Presence = Readonly<z.infer<typeof presenceSchema>>
