import { COLORS } from '@hokito/rules'
import * as z from 'zod/mini'
import { teachAnswerSchema } from './class.ts'
import { gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { ratingSchema } from './rating.ts'
import { SPEEDS } from './speed.ts'
import { challengeSchema } from './terms.ts'
import { nameSchema, textSchema } from './text.ts'

/** Most players whom a player may follow, and most whom a player may have blocked. */
export const MOST_FOLLOWED = 200
export const MOST_BLOCKED = 500

/** Longest message to the opponent, in characters. */
export const LONGEST_TALK = 200
/** Number of earlier messages that a newly opened page gets. */
export const TALK_SHOWN = 50
/** How long the server keeps what was said in a game, for reports: both phrases and messages. */
export const TALK_KEPT_DAYS = 30

/** Kinds of limitation: no chat, no playing, no signing in. The player sees a limitation. */
export const LIMITATIONS = ['mute', 'suspend', 'close'] as const
export type LimitationKind = (typeof LIMITATIONS)[number]

/** The subject of a report. */
export const REPORT_REASONS = ['talk', 'name', 'play', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Longest text of a report, in characters. */
export const LONGEST_REPORT = 1000

/** A limitation of a player, with its reason. `until` is absent if it has no end. */
export const limitationSchema = z.strictObject({
  kind: z.enum(LIMITATIONS),
  why: z.string(),
  since: instantSchema,
  until: z.optional(instantSchema),
})
export type Limitation = Readonly<z.infer<typeof limitationSchema>>

/** A player whom the caller follows. */
const followedSchema = z.strictObject({
  name: z.string(),
  /** Do they follow back? */
  isFriend: z.boolean(),
  isHere: z.boolean(),
})
export type Followed = Readonly<z.infer<typeof followedSchema>>

/** `GET /api/people`: the caller's limitations, and the people of the caller's account. */
export const peopleReplySchema = z.strictObject({
  limitations: z.array(limitationSchema),
  /** The answer to the caller's request to teach, while it is news. */
  teaching: z.optional(teachAnswerSchema),
  /** Absent for a guest. */
  people: z.optional(
    z.strictObject({
      followed: z.array(followedSchema),
      /** Number of followers whom the caller does not follow. */
      followers: z.int(),
      blocked: z.array(z.strictObject({ player: playerIdSchema, name: z.string() })),
      /** Open challenges addressed to this player, latest first. */
      challenges: z.array(challengeSchema),
      /** Is chat with opponents switched on? */
      talks: z.boolean(),
    }),
  ),
})
export type PeopleReply = Readonly<z.infer<typeof peopleReplySchema>>

/** Most names in one reply. */
export const NAMES_SHOWN = 8
/** Fewest letters by which names are found. */
export const LEAST_LETTERS = 2

/** `GET /api/names?begins=<letters>`: the accounts whose names begin like that, by name. */
export const namesReplySchema = z.strictObject({
  players: z.array(z.strictObject({ name: z.string() })).check(z.maxLength(NAMES_SHOWN)),
})
export type NamesReply = Readonly<z.infer<typeof namesReplySchema>>

/** `GET /api/people/<name>`: the relation between the caller and another player. */
export const relationReplySchema = z.strictObject({
  player: playerIdSchema,
  isSelf: z.boolean(),
  /** Does the caller have an account, and so may follow and block? */
  hasAccount: z.boolean(),
  follows: z.boolean(),
  isFollowed: z.boolean(),
  hasBlocked: z.boolean(),
  /** Has either of the two blocked the other? */
  isApart: z.boolean(),
})
export type Relation = Readonly<z.infer<typeof relationReplySchema>>

/** `POST /api/people/follow`: follows or unfollows a player. */
export const followSchema = z.strictObject({ name: nameSchema, isOn: z.boolean() })

/** `POST /api/people/block`. */
export const blockSchema = z.strictObject({ player: playerIdSchema, isOn: z.boolean() })

/** `POST /api/people/talk`: switches chat with opponents on or off. */
export const talkSettingSchema = z.strictObject({ isOn: z.boolean() })

/**
 * `POST /api/people/report`. If the caller sat in the game, the server adds what was said in it.
 */
export const reportSchema = z.strictObject({
  player: playerIdSchema,
  reason: z.enum(REPORT_REASONS),
  words: textSchema(LONGEST_REPORT),
  game: z.optional(gameIdSchema),
})

/** A message from one player to the other. `n` rises from each message to the next. */
export const writtenSchema = z.strictObject({
  n: z.int(),
  color: z.enum(COLORS),
  at: instantSchema,
  words: z.string(),
})
export type Written = Readonly<z.infer<typeof writtenSchema>>

/** Most players on a leaderboard. */
export const LEADERS = 50

/** A player on a leaderboard. */
export const leaderSchema = z.strictObject({
  name: z.string(),
  rating: ratingSchema,
  matches: z.int(),
})

/** `GET /api/leaders/<speed>`: the strongest players with a settled rating. */
export const leadersReplySchema = z.strictObject({
  speed: z.enum(SPEEDS),
  leaders: z.array(leaderSchema),
})
export type Leaders = Readonly<z.infer<typeof leadersReplySchema>>

/** Number of finished games that one search through a player's games examines. */
export const SEARCHED_GAMES = 1000

/**
 * `GET /api/players/<name>/games`: games that everyone may see, as the explorer lists them, the
 * latest to begin first. Days are whole days in UTC, and `to` is included. A page may have few
 * games or none and still name the next page, because the server examines a limited number of games
 * for each page.
 */
export const playerGamesWishSchema = z.object({
  opponent: z.optional(nameSchema),
  result: z.optional(z.enum(['won', 'drawn', 'lost'])),
  deal: z.optional(textSchema(100)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  after: z.optional(gameIdSchema),
})
export type PlayerGamesWish = Readonly<z.infer<typeof playerGamesWishSchema>>

/**
 * `GET /api/players/<name>/opponents`: the most frequent opponents in the latest games, with
 * results.
 */
export const opponentsSchema = z.strictObject({
  /** Number of latest games that were examined. */
  games: z.int(),
  opponents: z.array(
    z.strictObject({
      name: z.string(),
      /** Does the opponent have a profile? Guests have none. */
      hasAccount: z.boolean(),
      won: z.int(),
      drawn: z.int(),
      lost: z.int(),
    }),
  ),
})
export type Opponents = Readonly<z.infer<typeof opponentsSchema>>
