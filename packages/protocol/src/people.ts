import { COLORS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { ratingSchema } from './rating.ts'
import { SPEEDS } from './speed.ts'
import { challengeSchema } from './terms.ts'

/** Whom one may follow, and whom one may have blocked, at most. */
export const MOST_FOLLOWED = 200
export const MOST_BLOCKED = 500

/** How long what is written to the other player of a game may be, in characters. */
export const LONGEST_TALK = 200
/** What a page is given of what was written before it came. */
export const TALK_SHOWN = 50
/** How long what was said in a game is kept, for reports: phrases and what was written. */
export const TALK_KEPT_DAYS = 30

/** What somebody may be kept from, and is told so: to speak, to play, to sign in. */
export const LIMITATIONS = ['mute', 'suspend', 'close'] as const
export type LimitationKind = (typeof LIMITATIONS)[number]

/** What a report is about. */
export const REPORT_REASONS = ['talk', 'name', 'play', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** How long what is written into a report may be. */
export const LONGEST_REPORT = 1000

const nameSchema = z.string().check(z.maxLength(200))

/** What somebody is kept from, why, and until when; without an end where there is none. */
export const limitationSchema = z.strictObject({
  kind: z.enum(LIMITATIONS),
  why: z.string(),
  since: instantSchema,
  until: z.optional(instantSchema),
})
export type Limitation = Readonly<z.infer<typeof limitationSchema>>

/** Somebody whom one follows. */
const followedSchema = z.strictObject({
  name: z.string(),
  /** Do they follow back? */
  isFriend: z.boolean(),
  isHere: z.boolean(),
})
export type Followed = Readonly<z.infer<typeof followedSchema>>

/** `GET /api/people`: whoever asks, and the people of that account. */
export const peopleReplySchema = z.strictObject({
  limitations: z.array(limitationSchema),
  /** Absent for a guest. */
  people: z.optional(
    z.strictObject({
      followed: z.array(followedSchema),
      /** Who follows without being followed: how many. */
      followers: z.int(),
      blocked: z.array(z.strictObject({ player: playerIdSchema, name: z.string() })),
      /** Open challenges that are for this player alone, the latest first. */
      challenges: z.array(challengeSchema),
      /** Is writing to the other player switched on? */
      talks: z.boolean(),
    }),
  ),
})
export type PeopleReply = Readonly<z.infer<typeof peopleReplySchema>>

/** `GET /api/people/<name>`: what stands between whoever asks and somebody else. */
export const relationReplySchema = z.strictObject({
  player: playerIdSchema,
  isSelf: z.boolean(),
  /** May whoever asks follow and block, having an account? */
  hasAccount: z.boolean(),
  follows: z.boolean(),
  isFollowed: z.boolean(),
  hasBlocked: z.boolean(),
  /** Has either of the two blocked the other? */
  isApart: z.boolean(),
})
export type Relation = Readonly<z.infer<typeof relationReplySchema>>

/** `POST /api/people/follow`: from now on, or no more. */
export const followSchema = z.strictObject({ name: nameSchema, isOn: z.boolean() })

/** `POST /api/people/block`. */
export const blockSchema = z.strictObject({ player: playerIdSchema, isOn: z.boolean() })

/** `POST /api/people/talk`: writing to the other player, switched on or off. */
export const talkSettingSchema = z.strictObject({ isOn: z.boolean() })

/** `POST /api/people/report`. What was said in a game goes along with it, for whoever sat in the game. */
export const reportSchema = z.strictObject({
  player: playerIdSchema,
  reason: z.enum(REPORT_REASONS),
  words: z.string().check(z.maxLength(LONGEST_REPORT)),
  game: z.optional(gameIdSchema),
})

/** Something that a player has written to the other, after so many that came before it. */
export const writtenSchema = z.strictObject({
  n: z.int(),
  color: z.enum(COLORS),
  at: instantSchema,
  words: z.string(),
})
export type Written = Readonly<z.infer<typeof writtenSchema>>

/** How many a leaderboard has at most. */
export const LEADERS = 50

/** `GET /api/leaders/<speed>`: the strongest of those whose rating is settled. */
export const leadersReplySchema = z.strictObject({
  speed: z.enum(SPEEDS),
  leaders: z.array(z.strictObject({ name: z.string(), rating: ratingSchema, matches: z.int() })),
})
export type Leaders = Readonly<z.infer<typeof leadersReplySchema>>

/** How many finished games one search over somebody's games looks at. */
export const SEARCHED_GAMES = 1000

/**
 * `GET /api/players/<name>/games`: games that everybody may see, as the explorer lists them, the last to begin first. Days
 * are whole ones in UTC, the last one included. A page may have few games or none and still name the next one: so many
 * were looked at for it.
 */
export const playerGamesWishSchema = z.object({
  opponent: z.optional(nameSchema),
  result: z.optional(z.enum(['won', 'drawn', 'lost'])),
  deal: z.optional(z.string().check(z.maxLength(100))),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  after: z.optional(gameIdSchema),
})
export type PlayerGamesWish = Readonly<z.infer<typeof playerGamesWishSchema>>

/** `GET /api/players/<name>/opponents`: with whom most of the latest games were played, and how they went. */
export const opponentsSchema = z.strictObject({
  /** How many of the latest games were looked at. */
  games: z.int(),
  opponents: z.array(
    z.strictObject({
      name: z.string(),
      /** Has a page of their own? Guests have none. */
      hasAccount: z.boolean(),
      won: z.int(),
      drawn: z.int(),
      lost: z.int(),
    }),
  ),
})
export type Opponents = Readonly<z.infer<typeof opponentsSchema>>
