import { COLORS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameSummarySchema } from './game-summary.ts'
import { challengeIdSchema, gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { lobbyChangeSchema } from './lobby.ts'
import { writtenSchema } from './people.ts'
import { PHRASES } from './phrases.ts'
import { presenceSchema } from './presence.ts'
import { chapterSchema, studyIdSchema, studySchema } from './study.ts'
import { playerCardSchema } from './terms.ts'
import { updateSchema } from './update.ts'

/** The path of the server's socket. */
export const SOCKET_PATH = '/socket'

/** The path of one node's socket: the node's name, then what allows the player to ask for it. */
export const NODE_PATH: RegExp = /^\/socket\/([a-z0-9-]{1,32})\/([\w-]{43})$/

/** The server's messages by their Socket.IO event. */
export const SERVER_MESSAGES = {
  /**
   * The first message on each connection. It is repeated when the server's clock has diverged from
   * a page's.
   */
  welcome: z.strictObject({
    protocol: z.int(),
    player: playerCardSchema,
    /** The server's time, by which the page shows the clocks of games. */
    now: instantSchema,
  }),
  update: updateSchema,
  presence: presenceSchema,
  /** A game of the player has begun: a challenge was accepted, or a match or rematch continues. */
  started: z.strictObject({ game: gameIdSchema, challenge: z.optional(challengeIdSchema) }),
  /**
   * The state of a game of the player that this connection does not have open. It has begun,
   * changed or ended.
   */
  ownGame: gameSummarySchema,
  /**
   * A challenger is connected again. This connection had tried to accept the challenge while that
   * player was away.
   */
  challengerHere: z.strictObject({ challenger: playerIdSchema }),
  said: z.strictObject({
    game: gameIdSchema,
    color: z.enum(COLORS),
    phrase: z.enum(PHRASES),
  }),
  /**
   * Chat between the two players of a game is now on or off. Only they get this, with their latest
   * messages.
   */
  talk: z.strictObject({
    game: gameIdSchema,
    isOn: z.boolean(),
    written: z.array(writtenSchema),
  }),
  written: z.strictObject({ game: gameIdSchema, ...writtenSchema.shape }),
  /**
   * A challenge addressed to this player is open. It was made a moment ago, or before this
   * connection.
   */
  challenged: z.strictObject({ challenge: challengeIdSchema }),
  /**
   * A challenge addressed to one player, by or to this player, is no longer open: declined,
   * withdrawn, or accepted on another page.
   */
  challengeGone: z.strictObject({
    challenge: challengeIdSchema,
    isDeclined: z.optional(z.literal(true)),
  }),
  /** A followed study has changed, with the chapter if it was one of its chapters. */
  study: z.strictObject({ study: studySchema, chapter: z.optional(chapterSchema) }),
  /** A followed study was removed, or is no longer shared. No more of it is sent. */
  studyGone: z.strictObject({ study: studyIdSchema }),
  /** The changes of the lobby. They apply to the previous version and to no other. */
  lobby: lobbyChangeSchema,
  renamed: z.strictObject({ player: playerCardSchema }),
  /**
   * The opponent in a game that this connection has open is connected to another node. A page that
   * reconnects at this path of the socket gets there, if the load balancer routes by such paths.
   * Sent at most once for each game, and not to a connection that another node has taken instead.
   */
  nearer: z.strictObject({ path: z.string().check(z.regex(NODE_PATH)) }),
  /** The server is stopping. Reconnect after this long. */
  closing: z.strictObject({ reconnectAfterMs: z.int() }),
} as const
export type ServerMessages = {
  readonly [K in keyof typeof SERVER_MESSAGES]: Readonly<z.infer<(typeof SERVER_MESSAGES)[K]>>
}

/** The Socket.IO event that carries every `ClientMessage`. The acknowledgement is a `Reply`. */
export const MESSAGE_EVENT = 'command'

/**
 * The event by which the server measures a round trip. Acknowledge it straight away, without data.
 */
export const LAG_EVENT = 'lag'
