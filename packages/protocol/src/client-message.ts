import * as z from 'zod/mini'
import { arrangementSchema, wholeArrangementSchema } from './arrangement.ts'
import { SHARE_BYTES } from './deal-proof.ts'
import { moveSchema } from './event.ts'
import {
  challengeIdSchema,
  commandIdSchema,
  gameIdSchema,
  hexSchema,
  offerIdSchema,
  playerIdSchema,
  plySchema,
} from './ids.ts'
import { linesSchema, MOST_LINE_CHANGES } from './lines.ts'
import { LONGEST_TALK } from './people.ts'
import { PHRASES } from './phrases.ts'
import { COLOR_CHOICES, termsSchema } from './terms.ts'
import { timeControlSchema } from './time-control.ts'

/** A command to one game: what, in which game, at which ply, and the id by which it counts once. */
const command = { game: gameIdSchema, ply: plySchema, id: commandIdSchema }
const offer = { ...command, offer: offerIdSchema }

/** What a seated player can do in a game. */
export const gameCommandSchema = z.discriminatedUnion('type', [
  /** Sixteen random bytes towards the deal. */
  z.strictObject({ type: z.literal('share'), ...command, share: hexSchema(SHARE_BYTES) }),
  /** What is placed of one's own pieces so far, to be found again on another page and when the time is up. */
  z.strictObject({ type: z.literal('draft'), ...command, arrangement: arrangementSchema }),
  /** All of one's own pieces, for good: ready. */
  z.strictObject({ type: z.literal('place'), ...command, arrangement: wholeArrangementSchema }),
  z.strictObject({ type: z.literal('move'), ...command, ...moveSchema.shape }),
  /** What is to be replied to moves that the other side may play, in place of all that was set before. */
  z.strictObject({
    type: z.literal('setLines'),
    ...command,
    lines: linesSchema,
    /** Higher than of all that was set before: what is sent again after that puts nothing back. */
    order: z.int().check(z.minimum(1), z.maximum(MOST_LINE_CHANGES)),
  }),
  z.strictObject({ type: z.literal('resign'), ...command }),
  z.strictObject({ type: z.literal('abort'), ...command }),
  /** Wins a game whose other player has been away for longer than the grace. */
  z.strictObject({ type: z.literal('claim'), ...command }),
  z.strictObject({ type: z.literal('offerDraw'), ...command }),
  z.strictObject({ type: z.literal('offerTakeback'), ...command }),
  z.strictObject({ type: z.literal('offerRematch'), ...command }),
  z.strictObject({ type: z.literal('acceptOffer'), ...offer }),
  z.strictObject({ type: z.literal('declineOffer'), ...offer }),
  z.strictObject({ type: z.literal('withdrawOffer'), ...offer }),
])
export type GameCommand = Readonly<z.infer<typeof gameCommandSchema>>

/** Everything else a page can ask. */
export const requestSchema = z.discriminatedUnion('type', [
  /** Follow a game, as player or watcher; the answer is its whole state. */
  z.strictObject({ type: z.literal('openGame'), game: gameIdSchema }),
  z.strictObject({ type: z.literal('closeGame'), game: gameIdSchema }),
  /** One's own conditional lines in a game. */
  z.strictObject({ type: z.literal('seeLines'), game: gameIdSchema }),
  z.strictObject({ type: z.literal('say'), game: gameIdSchema, phrase: z.enum(PHRASES) }),
  /** Something in one's own words, to the other player of a game where both have switched that on. */
  z.strictObject({
    type: z.literal('write'),
    id: commandIdSchema,
    game: gameIdSchema,
    words: z.string().check(z.minLength(1), z.maxLength(LONGEST_TALK)),
  }),
  /** Follow the lobby; the answer is its newest page, and the player's own challenges. */
  z.strictObject({ type: z.literal('openLobby') }),
  z.strictObject({ type: z.literal('closeLobby') }),
  /** Take an open challenge with this time control and the recommended terms, or make one. */
  z.strictObject({
    type: z.literal('quickPair'),
    id: commandIdSchema,
    timeControl: timeControlSchema,
    /** For a match that is rated; absent, one that is not. */
    isRated: z.optional(z.literal(true)),
  }),
  z.strictObject({
    type: z.literal('challenge'),
    id: commandIdSchema,
    terms: termsSchema,
    color: z.enum(COLOR_CHOICES),
    isListed: z.boolean(),
    /** Whom alone it is for, a person or a BOT; absent where anybody may take it. */
    opponent: z.optional(playerIdSchema),
  }),
  z.strictObject({ type: z.literal('withdrawChallenge'), challenge: challengeIdSchema }),
  /** Not to be played by whom alone it is for. */
  z.strictObject({ type: z.literal('declineChallenge'), challenge: challengeIdSchema }),
  z.strictObject({ type: z.literal('seeChallenge'), challenge: challengeIdSchema }),
  z.strictObject({
    type: z.literal('acceptChallenge'),
    id: commandIdSchema,
    challenge: challengeIdSchema,
  }),
  z.strictObject({ type: z.literal('rename'), name: z.string().check(z.maxLength(100)) }),
  /** The player's own running and latest finished games. */
  z.strictObject({ type: z.literal('myGames') }),
  /** The player's own open challenges. */
  z.strictObject({ type: z.literal('myChallenges') }),
  /** Running games that anyone may watch, the latest first. */
  z.strictObject({ type: z.literal('runningGames') }),
])
export type Request = Readonly<z.infer<typeof requestSchema>>

/** All that a page can send. */
export const clientMessageSchema = z.discriminatedUnion('type', [gameCommandSchema, requestSchema])
export type ClientMessage = GameCommand | Request

/** Is it a command to one game, as opposed to a request? */
export function isGameCommand(message: ClientMessage): message is GameCommand {
  return 'ply' in message
}
