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
  /** While both place their pieces: who is ready. */
  placed: z.optional(z.strictObject({ black: z.boolean(), white: z.boolean() })),
  /** When the present turn began, or the game ended. */
  since: instantSchema,
  /**
   * The instant from which time alone decides: whose turn it is runs out of time, or the first move or the
   * placing is due. Absent where time decides nothing, and after the end.
   */
  deadline: z.optional(instantSchema),
  /** Until when sides are on a break; or were on their latest; only of a game that runs. */
  breaks: z.optional(
    z.strictObject({ black: z.optional(instantSchema), white: z.optional(instantSchema) }),
  ),
  ending: z.optional(gameEndingSchema),
  /** Which sides did not begin in time, where the game was called off for that. */
  missedBy: z.optional(z.array(colorSchema)),
  /** The side that offers a rematch and has no answer yet. */
  rematchBy: z.optional(colorSchema),
  /**
   * When the other side may claim the game, as it waits for this player, who has it open nowhere; told to a player in the
   * answer to `myGames` and in `ownGame`, where it is known.
   */
  claimableAt: z.optional(instantSchema),
  match: z.optional(matchSchema),
  /** Does it belong to a tournament? Told in the list of a player's games alone. */
  isOfTournament: z.optional(z.literal(true)),
  /** On the board, once there is one. */
  points: z.optional(pointsSchema),
})
export type GameSummary = Readonly<z.infer<typeof gameSummarySchema>>
