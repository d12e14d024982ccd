import * as z from 'zod/mini'
import { colorSchema, gameEndingSchema, matchSchema, pointsSchema } from './event.ts'
import { gameIdSchema, instantSchema } from './ids.ts'
import { playerCardSchema, termsSchema } from './terms.ts'

/** A game as lists show it. */
export const gameSummarySchema = z.strictObject({
  id: gameIdSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  ply: z.int(),
  isDealt: z.boolean(),
  /** While both sides place their pieces: which are ready. */
  placed: z.optional(z.strictObject({ black: z.boolean(), white: z.boolean() })),
  /** While the points are named or a side is chosen: the side that has to. */
  divider: z.optional(colorSchema),
  /** When the present turn began, or the game ended. */
  since: instantSchema,
  /**
   * The instant from which time alone decides: the side to move runs out of time, or the first move
   * or the placing is due. Absent if time decides nothing, and after the end.
   */
  deadline: z.optional(instantSchema),
  /** Until when each side is on a break, or was on its latest. Only for a running game. */
  breaks: z.optional(
    z.strictObject({ black: z.optional(instantSchema), white: z.optional(instantSchema) }),
  ),
  ending: z.optional(gameEndingSchema),
  /** The sides that did not begin in time, if the game was called off for that reason. */
  missedBy: z.optional(z.array(colorSchema)),
  /** The side whose rematch offer has no reply yet. */
  rematchBy: z.optional(colorSchema),
  /**
   * When the opponent may claim the game, because it waits for this player and no page of this
   * player has it open. A player sees it in the reply to `myGames` and in `ownGame`, if it is
   * known.
   */
  claimableAt: z.optional(instantSchema),
  match: z.optional(matchSchema),
  /** Is it part of a tournament? Only in the list of a player's own games. */
  isOfTournament: z.optional(z.literal(true)),
  /** Points on the board, once there is one. */
  points: z.optional(pointsSchema),
})
export type GameSummary = Readonly<z.infer<typeof gameSummarySchema>>
