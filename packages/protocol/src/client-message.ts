import * as z from 'zod/mini'
import { arrangementSchema, wholeArrangementSchema } from './arrangement.ts'
import { SHARE_BYTES } from './deal-proof.ts'
import { colorSchema, moveSchema, namedPointsSchema } from './event.ts'
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
import { studyIdSchema } from './study.ts'
import { COLOR_CHOICES, isOfferedColor, offeredTermsSchema } from './terms.ts'
import { textSchema } from './text.ts'
import { timeControlSchema } from './time-control.ts'

/**
 * Fields of every command to one game: the game, the ply, and the id that makes the command count
 * once.
 */
const command = { game: gameIdSchema, ply: plySchema, id: commandIdSchema }
const offer = { ...command, offer: offerIdSchema }

/** The commands of a seated player. */
export const gameCommandSchema = z.discriminatedUnion('type', [
  /** Sixteen random bytes towards the deal. */
  z.strictObject({ type: z.literal('share'), ...command, share: hexSchema(SHARE_BYTES) }),
  /**
   * The player's own pieces placed so far. The server keeps them for other pages and for when time
   * is up.
   */
  z.strictObject({ type: z.literal('draft'), ...command, arrangement: arrangementSchema }),
  /** All of the player's own pieces, final: ready. */
  z.strictObject({ type: z.literal('place'), ...command, arrangement: wholeArrangementSchema }),
  /** Names what White gets in this deal, once and for all. */
  z.strictObject({ type: z.literal('divide'), ...command, compensation: namedPointsSchema }),
  /** Chooses a side, for the points that the other player has named. */
  z.strictObject({ type: z.literal('choose'), ...command, color: colorSchema }),
  /** Ready for the second game of a match: ends the pause before it once both players are. */
  z.strictObject({ type: z.literal('ready'), ...command }),
  z.strictObject({ type: z.literal('move'), ...command, ...moveSchema.shape }),
  /** The player's replies to moves that the opponent may play. They replace all earlier lines. */
  z.strictObject({
    type: z.literal('setLines'),
    ...command,
    lines: linesSchema,
    /**
     * Higher than every earlier order, so that a late repeat of an older command changes nothing.
     */
    order: z.int().check(z.minimum(1), z.maximum(MOST_LINE_CHANGES)),
  }),
  z.strictObject({ type: z.literal('resign'), ...command }),
  z.strictObject({ type: z.literal('abort'), ...command }),
  /** Claims a win because the opponent has been away for longer than the grace period. */
  z.strictObject({ type: z.literal('claim'), ...command }),
  z.strictObject({ type: z.literal('offerDraw'), ...command }),
  z.strictObject({ type: z.literal('offerTakeback'), ...command }),
  z.strictObject({ type: z.literal('offerRematch'), ...command }),
  z.strictObject({ type: z.literal('acceptOffer'), ...offer }),
  z.strictObject({ type: z.literal('declineOffer'), ...offer }),
  z.strictObject({ type: z.literal('withdrawOffer'), ...offer }),
])
export type GameCommand = Readonly<z.infer<typeof gameCommandSchema>>

/** All other messages of a page. */
export const requestSchema = z.discriminatedUnion('type', [
  /** Follow a game as a player or watcher. The reply is its whole state. */
  z.strictObject({ type: z.literal('openGame'), game: gameIdSchema }),
  z.strictObject({ type: z.literal('closeGame'), game: gameIdSchema }),
  /** The player's own conditional lines in a game. */
  z.strictObject({ type: z.literal('seeLines'), game: gameIdSchema }),
  z.strictObject({ type: z.literal('say'), game: gameIdSchema, phrase: z.enum(PHRASES) }),
  /** A free-text message to the opponent, if both have switched chat on. */
  z.strictObject({
    type: z.literal('write'),
    id: commandIdSchema,
    game: gameIdSchema,
    words: textSchema(LONGEST_TALK).check(z.minLength(1)),
  }),
  /** Follow the lobby. The reply is its newest page and the player's own challenges. */
  z.strictObject({ type: z.literal('openLobby') }),
  z.strictObject({ type: z.literal('closeLobby') }),
  /** Accept an open challenge with this time control and the recommended terms, or make one. */
  z.strictObject({
    type: z.literal('quickPair'),
    id: commandIdSchema,
    timeControl: timeControlSchema,
    /** Set for a rated game or match. Absent if unrated. */
    isRated: z.optional(z.literal(true)),
    /** Set for a single game with the fair compensation instead of a match of two. */
    isSingle: z.optional(z.literal(true)),
  }),
  z
    .strictObject({
      type: z.literal('challenge'),
      id: commandIdSchema,
      terms: offeredTermsSchema,
      color: z.enum(COLOR_CHOICES),
      isListed: z.boolean(),
      /** The only player, human or bot, who may accept. Absent if anyone may. */
      opponent: z.optional(playerIdSchema),
    })
    .check(z.refine(isOfferedColor)),
  z.strictObject({ type: z.literal('withdrawChallenge'), challenge: challengeIdSchema }),
  /** The player to whom it is addressed declines. */
  z.strictObject({ type: z.literal('declineChallenge'), challenge: challengeIdSchema }),
  z.strictObject({ type: z.literal('seeChallenge'), challenge: challengeIdSchema }),
  z.strictObject({
    type: z.literal('acceptChallenge'),
    id: commandIdSchema,
    challenge: challengeIdSchema,
  }),
  z.strictObject({ type: z.literal('rename'), name: textSchema(100) }),
  /** The player's own games: those running, and the latest finished. */
  z.strictObject({ type: z.literal('myGames') }),
  /** The player's own open challenges. */
  z.strictObject({ type: z.literal('myChallenges') }),
  /** Follow a study instead of any other. The reply is the study without its chapters. */
  z.strictObject({ type: z.literal('followStudy'), study: studyIdSchema }),
  z.strictObject({ type: z.literal('unfollowStudy') }),
  /** Running games that anyone may watch, latest first. */
  z.strictObject({ type: z.literal('runningGames') }),
])
export type Request = Readonly<z.infer<typeof requestSchema>>

/** Every message that a page can send. */
export const clientMessageSchema = z.discriminatedUnion('type', [gameCommandSchema, requestSchema])
export type ClientMessage = GameCommand | Request

/** Is this a command to one game, as opposed to a request? */
export function isGameCommand(message: ClientMessage): message is GameCommand {
  return 'ply' in message
}
