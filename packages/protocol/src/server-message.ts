import { COLORS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameSummarySchema } from './game-summary.ts'
import { challengeIdSchema, gameIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { lobbyChangeSchema } from './lobby.ts'
import { writtenSchema } from './people.ts'
import { PHRASES } from './phrases.ts'
import { presenceSchema } from './presence.ts'
import { playerCardSchema } from './terms.ts'
import { updateSchema } from './update.ts'

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
  /** How a game of the player's own stands that this connection has not open: it has begun, gone on or ended. */
  ownGame: gameSummarySchema,
  /** A player is connected whose challenge this connection wanted to accept while that player was away. */
  challengerHere: z.strictObject({ challenger: playerIdSchema }),
  said: z.strictObject({
    game: gameIdSchema,
    color: z.enum(COLORS),
    phrase: z.enum(PHRASES),
  }),
  /**
   * The two players of a game may write to each other from now on, or no more; told to them alone, with the latest that
   * they have written.
   */
  talk: z.strictObject({
    game: gameIdSchema,
    isOn: z.boolean(),
    written: z.array(writtenSchema),
  }),
  written: z.strictObject({ game: gameIdSchema, ...writtenSchema.shape }),
  /** A challenge is open that is for this player alone: it was made just now, or before the connection. */
  challenged: z.strictObject({ challenge: challengeIdSchema }),
  /** A challenge for one player alone, by or to this player, is no longer open: declined, withdrawn, or taken elsewhere. */
  challengeGone: z.strictObject({
    challenge: challengeIdSchema,
    isDeclined: z.optional(z.literal(true)),
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

/** The Socket.IO event that carries every `ClientMessage`; acknowledged by a `Reply`. */
export const MESSAGE_EVENT = 'command'

/** The event by which the server measures a round trip: acknowledge it at once, with nothing. */
export const LAG_EVENT = 'lag'

/** Where a page's socket finds the server. */
export const SOCKET_PATH = '/socket'
