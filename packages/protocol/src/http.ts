import * as z from 'zod/mini'
import { ACCOUNT_REFUSALS } from './account.ts'
import { BREAK_REFUSALS } from './breaks.ts'
import { gameSummarySchema } from './game-summary.ts'
import { gameViewSchema } from './game-view.ts'
import { gameIdSchema, playerIdSchema } from './ids.ts'
import { TOURNAMENT_REFUSALS } from './refusal.ts'
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
  ...BREAK_REFUSALS,
  ...ACCOUNT_REFUSALS,
] as const

/** A coded no, as JSON with a status from 400 on. */
export const httpRefusalSchema = z.strictObject({
  code: z.enum(HTTP_REFUSALS),
  /** Of `tooMany`, `busy`, `renameTooSoon` and `mailTooSoon`: when asking again may help. */
  retryAfterMs: z.optional(z.int().check(z.nonnegative())),
  /** Of `notFound`: what was asked for, cut short. */
  path: z.optional(z.string()),
  /** Of `accountClosed`: what it was closed for. */
  why: z.optional(z.string()),
  /** Of `illegalGame` and `otherMoves`: how many moves stand before the first that is wrong. */
  ply: z.optional(z.int().check(z.nonnegative())),
})
export type HttpRefusal = Readonly<z.infer<typeof httpRefusalSchema>>

/** `POST /api/session`: whose the session is that the cookie carries. */
export const sessionReplySchema = z.strictObject({ player: playerCardSchema })

/** Finished games in one answer to `GET /api/games`, at most. */
export const GAMES_PAGE = 20

/**
 * `GET /api/games?after=<id>`: the games of the player whose cookie it is, of nobody without one. The finished ones
 * come the latest first, a page at a time, from the one after `after` on; the running ones, and the challenges that
 * still wait for somebody, come with the first page.
 */
export const gamesPageSchema = z.strictObject({
  player: z.optional(playerCardSchema),
  running: z.array(gameSummarySchema),
  challenges: z.array(challengeSchema),
  finished: z.array(gameSummarySchema),
  /** What to ask for the next page with; absent after the last. */
  next: z.optional(gameIdSchema),
})
export type GamesPage = Readonly<z.infer<typeof gamesPageSchema>>

/** `GET /api/bots?speed=<speed>`: bots of the house, who take every challenge at once, and the one of our strength. */
export const houseBotsReplySchema = z.strictObject({
  bots: z.array(z.strictObject({ ...playerCardSchema.shape, level: z.int() })),
  suggested: z.optional(playerIdSchema),
})
export type HouseBotsReply = Readonly<z.infer<typeof houseBotsReplySchema>>

/** `GET /api/games/<id>`: the whole game. */
export const gameReplySchema = gameViewSchema

/** `GET /healthz`: the server runs. */
export const healthReplySchema = z.strictObject({ status: z.literal('ok') })

/** `GET /readyz` with status 200: the server takes players. */
export const readyReplySchema = z.strictObject({
  status: z.literal('ready'),
  /** It does not hear the other nodes, and asks the database what they do: once a second. */
  degraded: z.optional(z.literal('deaf')),
})

/** `GET /readyz` with status 503: why the server takes none. */
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
