import * as z from 'zod/mini'
import { arrangementSchema } from './arrangement.ts'
import type { ClientMessage, GameCommand } from './client-message.ts'
import { moveSchema } from './event.ts'
import { gameSummarySchema } from './game-summary.ts'
import { gameViewSchema } from './game-view.ts'
import { gameIdSchema, instantSchema, plySchema } from './ids.ts'
import { presenceSchema } from './presence.ts'
import { refusalSchema } from './refusal.ts'
import { studySchema } from './study.ts'
import { challengeSchema, playerCardSchema } from './terms.ts'
import { updateSchema } from './update.ts'

/**
 * A command that was accepted is stored. `updates` are the events that it caused, which the sender
 * gets in no other way. The reply is the whole game if the command had been accepted before. So is
 * the reply to a refused command, unless its sender has no seat or the server refused it unread.
 */
const commandReplySchema = z.union([
  z.strictObject({ ok: z.literal(true), updates: z.array(updateSchema) }),
  z.strictObject({ ok: z.literal(true), game: gameViewSchema }),
  z.strictObject({
    ok: z.literal(false),
    refusal: refusalSchema,
    game: z.optional(gameViewSchema),
  }),
])

const refusedSchema = z.strictObject({ ok: z.literal(false), refusal: refusalSchema })

/** A reply that says only yes, or why not. */
const doneSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  refusedSchema,
])

const challengeReplySchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), challenge: challengeSchema }),
  refusedSchema,
])

/** The game that has begun. */
const startedSchema = z.strictObject({ ok: z.literal(true), started: gameIdSchema })

/** Games as lists show them, with the server's time. */
const gamesReplySchema = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    games: z.array(gameSummarySchema),
    now: instantSchema,
  }),
  refusedSchema,
])

/** The type of a page's message. */
export type MessageType = ClientMessage['type']

/** A page's messages by type. */
export type ClientMessages = {
  readonly [T in MessageType]: Extract<ClientMessage, { readonly type: T }>
}

/** The reply to each message of a page. Any of them can be refused. */
const SCHEMAS = {
  share: commandReplySchema,
  draft: commandReplySchema,
  place: commandReplySchema,
  divide: commandReplySchema,
  choose: commandReplySchema,
  ready: commandReplySchema,
  move: commandReplySchema,
  setLines: commandReplySchema,
  resign: commandReplySchema,
  abort: commandReplySchema,
  claim: commandReplySchema,
  offerDraw: commandReplySchema,
  offerTakeback: commandReplySchema,
  offerRematch: commandReplySchema,
  acceptOffer: commandReplySchema,
  declineOffer: commandReplySchema,
  withdrawOffer: commandReplySchema,
  openGame: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      game: gameViewSchema,
      presence: presenceSchema,
      now: instantSchema,
      /** The caller's own side while the pieces are being placed. No one else sees it. */
      arrangement: z.optional(arrangementSchema),
    }),
    refusedSchema,
  ]),
  closeGame: doneSchema,
  seeLines: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      /** Number of moves before the lines begin. */
      ply: plySchema,
      /** In the form that `parseLines` reads. */
      lines: z.string(),
      /**
       * The reply of the lines to the latest move. Present if the player must decide, because a
       * draw is offered.
       */
      reply: z.optional(moveSchema),
      /** The plies of the moves that the lines played. */
      played: z.array(plySchema),
      /**
       * The order of the latest lines, or 0 if none were ever set. The next lines have a higher
       * one.
       */
      order: z.int(),
    }),
    refusedSchema,
  ]),
  say: doneSchema,
  write: doneSchema,
  openLobby: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      /** The lobby as JSON of a `LobbyPage`, serialised once for all callers. */
      lobby: z.string(),
      /** The player's own open challenges. */
      challenges: z.array(challengeSchema),
    }),
    refusedSchema,
  ]),
  closeLobby: doneSchema,
  /** The game that has begun, or the challenge that now waits. */
  quickPair: z.union([startedSchema, challengeReplySchema]),
  challenge: challengeReplySchema,
  withdrawChallenge: doneSchema,
  declineChallenge: doneSchema,
  /** The challenge while it is open, or the game once someone has accepted it. */
  seeChallenge: z.union([
    challengeReplySchema,
    z.strictObject({ ok: z.literal(true), taken: gameSummarySchema }),
  ]),
  acceptChallenge: z.discriminatedUnion('ok', [startedSchema, refusedSchema]),
  rename: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), player: playerCardSchema }),
    refusedSchema,
  ]),
  myGames: gamesReplySchema,
  myChallenges: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), challenges: z.array(challengeSchema) }),
    refusedSchema,
  ]),
  followStudy: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), study: studySchema }),
    refusedSchema,
  ]),
  unfollowStudy: doneSchema,
  runningGames: gamesReplySchema,
} as const

/** The replies by type of message. */
export type Replies = {
  readonly [T in MessageType]: Readonly<z.infer<(typeof SCHEMAS)[T]>>
}

/** The reply to a type of message, or to any message if no type is named. */
export type Reply<T extends MessageType = MessageType> = Replies[T]
export type CommandReply = Reply<GameCommand['type']>
/** The reply that is possible for every message. */
export type Refused = Readonly<z.infer<typeof refusedSchema>>

/** Parses the reply to a type of message. Undefined if it is not a valid one. */
export function parseReply<T extends MessageType>(type: T, reply: unknown): Reply<T> | undefined {
  const reader: Reader<Reply<T>> = READERS[type]
  return reader.safeParse(reply).data
}

// --- internal ---

interface Reader<R> {
  safeParse(reply: unknown): { readonly data?: R | undefined }
}

const READERS: { readonly [T in MessageType]: Reader<Reply<T>> } = SCHEMAS
