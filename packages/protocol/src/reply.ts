import * as z from 'zod/mini'
import { arrangementSchema } from './arrangement.ts'
import type { ClientMessage, GameCommand } from './client-message.ts'
import { moveSchema } from './event.ts'
import { gameSummarySchema } from './game-summary.ts'
import { gameViewSchema } from './game-view.ts'
import { gameIdSchema, instantSchema, plySchema } from './ids.ts'
import { presenceSchema } from './presence.ts'
import { refusalSchema } from './refusal.ts'
import { challengeSchema, playerCardSchema } from './terms.ts'
import { updateSchema } from './update.ts'

/**
 * A command that was accepted is stored: `updates` are the events that it caused, which come by no other
 * way. One that had counted before is answered with the whole game, and so is one that is refused, unless
 * its sender has no seat or it was refused unread.
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

/** An answer that says no more than yes, or why not. */
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

/** Games as lists show them, and when by the server's clock. */
const gamesReplySchema = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    games: z.array(gameSummarySchema),
    now: instantSchema,
  }),
  refusedSchema,
])

/** The type of a message from a page. */
export type MessageType = ClientMessage['type']

/** The messages of a page by their types. */
export type ClientMessages = {
  readonly [T in MessageType]: Extract<ClientMessage, { readonly type: T }>
}

/** What each message of a page is answered with; a refusal is possible for all of them. */
const SCHEMAS = {
  share: commandReplySchema,
  draft: commandReplySchema,
  place: commandReplySchema,
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
      /** What the server knows of the asker's own side while the pieces are placed; nobody else is told. */
      arrangement: z.optional(arrangementSchema),
    }),
    refusedSchema,
  ]),
  closeGame: doneSchema,
  seeLines: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      /** How many moves have been made where the lines begin. */
      ply: plySchema,
      /** As `parseLines` reads it. */
      lines: z.string(),
      /** What they reply to the latest move, where that is left to the player, as a draw is offered. */
      reply: z.optional(moveSchema),
      /** The plies of the moves that were played by them. */
      played: z.array(plySchema),
      /** Of what was set last; 0 where nothing ever was. What is set next has a higher one. */
      order: z.int(),
    }),
    refusedSchema,
  ]),
  say: doneSchema,
  write: doneSchema,
  openLobby: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      /** The lobby as JSON of a `LobbyPage`: it is written once for all who ask. */
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
  /** The challenge while it is open; the game once it has been taken. */
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
  runningGames: gamesReplySchema,
} as const

/** The answers by the type of the message. */
export type Replies = {
  readonly [T in MessageType]: Readonly<z.infer<(typeof SCHEMAS)[T]>>
}

/** The answer to a message of a type; to any message, where no type is named. */
export type Reply<T extends MessageType = MessageType> = Replies[T]
export type CommandReply = Reply<GameCommand['type']>
/** The answer that is possible for every message. */
export type Refused = Readonly<z.infer<typeof refusedSchema>>

/** Reads an answer to a message of a type; undefined where it is none. */
export function parseReply<T extends MessageType>(type: T, reply: unknown): Reply<T> | undefined {
  const reader: Reader<Reply<T>> = READERS[type]
  return reader.safeParse(reply).data
}

// --- internal ---

interface Reader<R> {
  safeParse(reply: unknown): { readonly data?: R | undefined }
}

const READERS: { readonly [T in MessageType]: Reader<Reply<T>> } = SCHEMAS
