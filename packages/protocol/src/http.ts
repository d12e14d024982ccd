import * as z from 'zod/mini'
import { ACCOUNT_REFUSALS } from './account.ts'
import { BREAK_REFUSALS } from './breaks.ts'
import { CLASS_REFUSALS } from './class.ts'
import { gameSummarySchema } from './game-summary.ts'
import { gameViewSchema } from './game-view.ts'
import { gameIdSchema, playerIdSchema } from './ids.ts'
import { TOURNAMENT_REFUSALS } from './refusal.ts'
import { STUDY_REFUSALS } from './study.ts'
import { challengeSchema, playerCardSchema } from './terms.ts'

/** Why the server refuses a request over HTTP. */
const HTTP_REFUSALS = [
  'badRequest',
  'wrongOrigin',
  'unknownGame',
  'unknownPlayer',
  'notFound',
  'tooMany',
  'internal',
  // The game of the day
  'futureDay',
  'closedDay',
  'illegalGame',
  'unfinishedGame',
  'otherMoves',
  'alreadyTried',
  'notTried',
  'busy',
  // People
  'self',
  'blocked',
  'listFull',
  // Notifications
  'noPush',
  'unknownPushService',
  // Tournaments
  ...TOURNAMENT_REFUSALS,
  ...STUDY_REFUSALS,
  ...CLASS_REFUSALS,
  ...BREAK_REFUSALS,
  ...ACCOUNT_REFUSALS,
] as const

/** A refusal, as JSON with a status of 400 or more. */
export const httpRefusalSchema = z.strictObject({
  code: z.enum(HTTP_REFUSALS),
  /** With `tooMany`, `busy`, `renameTooSoon` and `mailTooSoon`: when a retry may succeed. */
  retryAfterMs: z.optional(z.int().check(z.nonnegative())),
  /** With `notFound`: the requested path, shortened. */
  path: z.optional(z.string()),
  /** With `accountClosed`: the reason. Of a class with a name that is refused: the name. */
  why: z.optional(z.string()),
  /** With `illegalGame` and `otherMoves`: the number of moves before the first wrong one. */
  ply: z.optional(z.int().check(z.nonnegative())),
})
export type HttpRefusal = Readonly<z.infer<typeof httpRefusalSchema>>

/** `POST /api/session`: the player whose session the cookie carries. */
export const sessionReplySchema = z.strictObject({ player: playerCardSchema })

/** Most finished games in one reply to `GET /api/games`. */
export const GAMES_PAGE = 20

/**
 * `GET /api/games?after=<id>`: the games of the player whose cookie this is, or none without a
 * cookie. Finished games come latest first, a page at a time, after the game `after`. The first
 * page also contains the running games, and the challenges that still wait for an opponent.
 */
export const gamesPageSchema = z.strictObject({
  player: z.optional(playerCardSchema),
  running: z.array(gameSummarySchema),
  challenges: z.array(challengeSchema),
  finished: z.array(gameSummarySchema),
  /** The value of `after` for the next page. Absent on the last page. */
  next: z.optional(gameIdSchema),
})
export type GamesPage = Readonly<z.infer<typeof gamesPageSchema>>

/**
 * `GET /api/bots?speed=<speed>`: the house bots, which accept every challenge straight away, and
 * the one nearest to the player's strength.
 */
export const houseBotsReplySchema = z.strictObject({
  bots: z.array(z.strictObject({ ...playerCardSchema.shape, level: z.int() })),
  suggested: z.optional(playerIdSchema),
})
export type HouseBotsReply = Readonly<z.infer<typeof houseBotsReplySchema>>

/** `GET /api/games/<id>`: the whole game. */
export const gameReplySchema = gameViewSchema

/** `GET /healthz`: the server is running. */
export const healthReplySchema = z.strictObject({ status: z.literal('ok') })

/** `GET /readyz` with status 200: the server accepts players. */
export const readyReplySchema = z.strictObject({
  status: z.literal('ready'),
  /** The node does not hear the other nodes, and polls the database once a second instead. */
  degraded: z.optional(z.literal('deaf')),
})

/** `GET /readyz` with status 503: why the server accepts no players. */
export const notReadyReplySchema = z.strictObject({
  status: z.literal('notReady'),
  reason: z.enum([
    'starting',
    'stopping',
    'diskFull',
    'readOnly',
    'locked',
    'unreachable',
    'failed',
  ]),
})
export type NotReady = z.infer<typeof notReadyReplySchema>['reason']
