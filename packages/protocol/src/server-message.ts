import { COLORS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameEndingSchema, gameEventSchema } from './event.ts'
import { gameViewSchema } from './game-view.ts'
import { challengeIdSchema, gameIdSchema, instantSchema, versionSchema } from './ids.ts'
import { lobbyChangeSchema } from './lobby.ts'
import { PHRASES } from './phrases.ts'
import { refusalSchema } from './refusal.ts'
import { challengeSchema, playerCardSchema, termsSchema } from './terms.ts'

/** One event of a game, with the version it leads to. */
export const updateSchema = z.strictObject({
  game: gameIdSchema,
  version: versionSchema,
  event: gameEventSchema,
})
export type Update = Readonly<z.infer<typeof updateSchema>>

/** Is a seat's player connected? */
const seatPresenceSchema = z.strictObject({
  isHere: z.boolean(),
  /** When the other side may claim the game; absent while this side is here or cannot lose so. */
  claimableAt: z.optional(instantSchema),
})

/** Who is there. It has no version, as it is no part of the game: the latest is the truth. */
export const presenceSchema = z.strictObject({
  game: gameIdSchema,
  seats: z.strictObject({ black: seatPresenceSchema, white: seatPresenceSchema }),
  watchers: z.int().check(z.nonnegative()),
})
export type Presence = Readonly<z.infer<typeof presenceSchema>>

/** A game as lists show it. */
export const gameSummarySchema = z.strictObject({
  id: gameIdSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  ply: z.int(),
  isDealt: z.boolean(),
  /** When the present turn began, or the game ended. */
  since: instantSchema,
  /** When whoever's turn it is runs out of time; absent without a limit and after the end. */
  flagAt: z.optional(instantSchema),
  ending: z.optional(gameEndingSchema),
})
export type GameSummary = Readonly<z.infer<typeof gameSummarySchema>>

/** The server's messages by their Socket.IO event. */
export const SERVER_MESSAGES = {
  /** First of all on each connection, and again when the server's clock has not gone as a page's. */
  welcome: z.strictObject({
    protocol: z.int(),
    player: playerCardSchema,
    /** The server's clock, to show the clocks of games by. */
    now: instantSchema,
  }),
  update: updateSchema,
  presence: presenceSchema,
  /** A game of the player's own has begun: a challenge was taken, or a match or rematch goes on. */
  started: z.strictObject({ game: gameIdSchema, challenge: z.optional(challengeIdSchema) }),
  said: z.strictObject({
    game: gameIdSchema,
    color: z.enum(COLORS),
    phrase: z.enum(PHRASES),
  }),
  /** What has changed in the lobby: to be applied to the version before, and to no other. */
  lobby: lobbyChangeSchema,
  renamed: z.strictObject({ player: playerCardSchema }),
  /** The server stops: reconnect after this long. */
  closing: z.strictObject({ reconnectAfterMs: z.int() }),
} as const
export type ServerMessages = {
  readonly [K in keyof typeof SERVER_MESSAGES]: Readonly<z.infer<(typeof SERVER_MESSAGES)[K]>>
}

/**
 * The answer to every client message. What is accepted is stored; `updates` are the events that it
 * caused, which come by no other way. A stale or repeated command is answered with the whole game.
 */
export const replySchema = z.union([
  z.strictObject({
    ok: z.literal(true),
    updates: z.optional(z.array(updateSchema)),
    game: z.optional(gameViewSchema),
    presence: z.optional(presenceSchema),
    challenge: z.optional(challengeSchema),
    /** The lobby as JSON of a `LobbyPage`: it is written once for all who ask. */
    lobby: z.optional(z.string()),
    /** The player's own open challenges. */
    challenges: z.optional(z.array(challengeSchema)),
    games: z.optional(z.array(gameSummarySchema)),
    /** A game that began with this. */
    started: z.optional(gameIdSchema),
    player: z.optional(playerCardSchema),
    now: z.optional(instantSchema),
  }),
  z.strictObject({
    ok: z.literal(false),
    refusal: refusalSchema,
    game: z.optional(gameViewSchema),
  }),
])
export type Reply = Readonly<z.infer<typeof replySchema>>

/** The Socket.IO event that carries every {@link ClientMessage}; acknowledged by a {@link Reply}. */
export const COMMAND_EVENT = 'command'

/** The event by which the server measures a round trip: acknowledge it at once, with nothing. */
export const LAG_EVENT = 'lag'

/** Where a page's socket finds the server. */
export const SOCKET_PATH = '/socket'
