import * as z from 'zod/mini'
import { daySchema } from './daily.ts'
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
 * One side of a match of two or a single game: games won, with a draw as half, and the number
 * expected from the ratings.
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

/** The results of a match or single game for the caller: games won. A draw counts half. */
export const STAKES = { 2: [2, 1, 0], 1: [1, 0] } as const

/**
 * `GET /api/challenges/<id>/expected`: the expected result of a rated match or single game, from
 * both present ratings. If the lot decides the colours of a single game, the mean of both.
 */
export const expectedReplySchema = z.strictObject({
  own: ratingSchema,
  /** The number of games that the caller can expect to win. */
  expected: z.number(),
  /** The change of the caller's rating for each of {@link STAKES} of the terms. */
  changes: z.array(z.int()),
})
export type Expected = Readonly<z.infer<typeof expectedReplySchema>>

/** Most points of a graph in one reply. */
export const GRAPH_POINTS = 200
/** Number of matches on a profile. */
export const PROFILE_MATCHES = 20

const talliesSchema = z.strictObject({ won: z.int(), drawn: z.int(), lost: z.int() })
export type Tallies = Readonly<z.infer<typeof talliesSchema>>

/** A rating at some time. */
export const graphPointSchema = z.strictObject({ at: instantSchema, value: z.int() })

const profileSpeedSchema = z.strictObject({
  speed: z.enum(SPEEDS),
  rating: ratingSchema,
  matches: z.int(),
  /** Games of rated matches, by the player's colour. */
  asBlack: talliesSchema,
  asWhite: talliesSchema,
  /** The latest ratings, oldest first. */
  graph: z.array(graphPointSchema),
})

/** A rated match on a profile. */
export const profileMatchSchema = z.strictObject({
  /** The two games in the order played, or a single one. */
  games: z.union([z.tuple([gameIdSchema, gameIdSchema]), z.tuple([gameIdSchema])]),
  speed: z.enum(SPEEDS),
  at: instantSchema,
  opponent: z.string(),
  /** Is the opponent a bot? */
  isOfBot: z.optional(z.literal(true)),
  change: z.int(),
  ...shareSchema.shape,
})

/** The most days in a {@link ShownProgress}: seventeen weeks. */
export const MOST_SHOWN_DAYS = 119

const countSchema = z.int().check(z.minimum(0), z.maximum(99_999))

/**
 * The days and puzzles that a player lets others see. The player's own devices count them, and
 * nothing checks them.
 */
export const shownProgressSchema = z.strictObject({
  /** The last of the days. */
  until: daySchema,
  /**
   * A digit for each day up to the last: 0 for nothing, 1 for something, 2 for the puzzle or the
   * game of the day, 3 for both.
   */
  days: z.string().check(z.regex(/^[0-3]+$/), z.maxLength(MOST_SHOWN_DAYS)),
  /** The days in a row up to the last one, and the most ever. */
  row: countSchema,
  longest: countSchema,
  puzzles: z.optional(
    z.strictObject({
      tried: countSchema,
      /** Solved at the first try. */
      solved: countSchema,
      /** Absent while it says next to nothing. */
      rating: z.optional(z.int().check(z.minimum(-5000), z.maximum(10_000))),
      /** The best score of a rush; absent without one. */
      rush: z.optional(countSchema),
    }),
  ),
})
export type ShownProgress = Readonly<z.infer<typeof shownProgressSchema>>

/** `POST /api/account/progress`: what others see from now on; nothing if it is absent. */
export const showProgressSchema = z.strictObject({ progress: z.optional(shownProgressSchema) })

/** `GET /api/players/<name>`: the public profile of a player with an account. */
export const profileReplySchema = z.strictObject({
  name: z.string(),
  isBot: z.optional(z.literal(true)),
  since: instantSchema,
  speeds: z.array(profileSpeedSchema),
  /** The latest rated matches, latest first. */
  matches: z.array(profileMatchSchema),
  /** Absent unless the player shows it. */
  progress: z.optional(shownProgressSchema),
})
export type Profile = Readonly<z.infer<typeof profileReplySchema>>
