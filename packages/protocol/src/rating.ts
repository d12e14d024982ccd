import * as z from 'zod/mini'
import { gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { SPEEDS } from './speed.ts'

/** A rating as people are shown it: how strong, and how far it may be off two times in three. */
export const ratingSchema = z.strictObject({
  value: z.int(),
  deviation: z.int(),
  /** So little is known that it says next to nothing. */
  isProvisional: z.boolean(),
})
export type RatingCard = Readonly<z.infer<typeof ratingSchema>>

/** A match of two for one side: games won, a draw half, with what was to be expected by the ratings. */
const shareSchema = z.strictObject({
  expected: z.number(),
  scored: z.number(),
})

/** What a match has changed for one of the two. */
export const ratingChangeSchema = z.strictObject({
  player: playerIdSchema,
  speed: z.enum(SPEEDS),
  before: ratingSchema,
  after: ratingSchema,
  ...shareSchema.shape,
})
export type RatingChange = Readonly<z.infer<typeof ratingChangeSchema>>

/** `GET /api/games/<id>/ratings`: what the match that ended with this game has changed; nothing where it is not rated. */
export const ratingChangesReplySchema = z.strictObject({
  changes: z.array(ratingChangeSchema),
})

/** What a match would change for whoever asks, by the games won of two; a draw counts half. */
export const STAKES = [2, 1, 0] as const

/** `GET /api/challenges/<id>/expected`: how a rated match would go, by both ratings as they are now. */
export const expectedReplySchema = z.strictObject({
  own: ratingSchema,
  /** Games that the ratings let whoever asks expect, of two. */
  expected: z.number(),
  /** What the own rating would change by, for each of {@link STAKES}. */
  changes: z.array(z.int()),
})
export type Expected = Readonly<z.infer<typeof expectedReplySchema>>

/** Points of a graph that one answer brings, at most. */
export const GRAPH_POINTS = 200
/** Matches that a profile lists. */
export const PROFILE_MATCHES = 20

const talliesSchema = z.strictObject({ won: z.int(), drawn: z.int(), lost: z.int() })
export type Tallies = Readonly<z.infer<typeof talliesSchema>>

const profileSpeedSchema = z.strictObject({
  speed: z.enum(SPEEDS),
  rating: ratingSchema,
  matches: z.int(),
  /** Games of rated matches, by the colour that the player had. */
  asBlack: talliesSchema,
  asWhite: talliesSchema,
  /** The latest, oldest first. */
  graph: z.array(z.strictObject({ at: instantSchema, value: z.int() })),
})

const profileMatchSchema = z.strictObject({
  /** The two games, the first first. */
  games: z.tuple([gameIdSchema, gameIdSchema]),
  speed: z.enum(SPEEDS),
  at: instantSchema,
  opponent: z.string(),
  /** Is the opponent a BOT? */
  isOfBot: z.optional(z.literal(true)),
  change: z.int(),
  ...shareSchema.shape,
})

/** `GET /api/players/<name>`: what everybody may see of somebody who has an account. */
export const profileReplySchema = z.strictObject({
  name: z.string(),
  isBot: z.optional(z.literal(true)),
  since: instantSchema,
  speeds: z.array(profileSpeedSchema),
  /** The latest rated matches, the latest first. */
  matches: z.array(profileMatchSchema),
})
export type Profile = Readonly<z.infer<typeof profileReplySchema>>
