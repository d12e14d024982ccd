import * as z from 'zod/mini'
import { gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { SPEEDS } from './speed.ts'

/**
 * A rating as people see it: the value, and a distance within which the true strength lies two
 * times in three.
 */
export const ratingSchema = z.strictObject({
  value: z.int(),
  deviation: z.int(),
  /** So little is known that the value says next to nothing. */
  isProvisional: z.boolean(),
})
export type RatingCard = Readonly<z.infer<typeof ratingSchema>>

/**
 * One side of a match of two: games won, with a draw as half, and the number expected from the
 * ratings.
 */
const shareSchema = z.strictObject({
  expected: z.number(),
  scored: z.number(),
})

/** How a match changed the rating of one of its players. */
export const ratingChangeSchema = z.strictObject({
  player: playerIdSchema,
  speed: z.enum(SPEEDS),
  before: ratingSchema,
  after: ratingSchema,
  ...shareSchema.shape,
})
export type RatingChange = Readonly<z.infer<typeof ratingChangeSchema>>

/**
 * `GET /api/games/<id>/ratings`: how the match that ended with this game changed ratings. Empty if
 * it was not rated.
 */
export const ratingChangesReplySchema = z.strictObject({
  changes: z.array(ratingChangeSchema),
})

/** The possible results of a match for the caller: games won out of two. A draw counts half. */
export const STAKES = [2, 1, 0] as const

/**
 * `GET /api/challenges/<id>/expected`: the expected result of a rated match, from both present
 * ratings.
 */
export const expectedReplySchema = z.strictObject({
  own: ratingSchema,
  /** The number of games out of two that the caller can expect to win. */
  expected: z.number(),
  /** The change of the caller's rating for each of {@link STAKES}. */
  changes: z.array(z.int()),
})
export type Expected = Readonly<z.infer<typeof expectedReplySchema>>

/** Most points of a graph in one reply. */
export const GRAPH_POINTS = 200
/** Number of matches on a profile. */
export const PROFILE_MATCHES = 20

const talliesSchema = z.strictObject({ won: z.int(), drawn: z.int(), lost: z.int() })
export type Tallies = Readonly<z.infer<typeof talliesSchema>>

const profileSpeedSchema = z.strictObject({
  speed: z.enum(SPEEDS),
  rating: ratingSchema,
  matches: z.int(),
  /** Games of rated matches, by the player's colour. */
  asBlack: talliesSchema,
  asWhite: talliesSchema,
  /** The latest ratings, oldest first. */
  graph: z.array(z.strictObject({ at: instantSchema, value: z.int() })),
})

const profileMatchSchema = z.strictObject({
  /** The two games, in the order played. */
  games: z.tuple([gameIdSchema, gameIdSchema]),
  speed: z.enum(SPEEDS),
  at: instantSchema,
  opponent: z.string(),
  /** Is the opponent a BOT? */
  isOfBot: z.optional(z.literal(true)),
  change: z.int(),
  ...shareSchema.shape,
})

/** `GET /api/players/<name>`: the public profile of a player with an account. */
export const profileReplySchema = z.strictObject({
  name: z.string(),
  isBot: z.optional(z.literal(true)),
  since: instantSchema,
  speeds: z.array(profileSpeedSchema),
  /** The latest rated matches, latest first. */
  matches: z.array(profileMatchSchema),
})
export type Profile = Readonly<z.infer<typeof profileReplySchema>>
