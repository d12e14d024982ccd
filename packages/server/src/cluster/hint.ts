import {
  challengeIdSchema,
  commandIdSchema,
  gameEventSchema,
  gameIdSchema,
  playerIdSchema,
  SERVER_MESSAGES,
  studyIdSchema,
} from '@hokito/protocol'
import * as z from 'zod'
import { NODE_NAME } from '../ground/node-paths.ts'
import { parseJson } from '../store/json.ts'

/** The connections that a node has to a game: seated players, and the number of others. */
const hereSchema = z.strictObject({
  game: gameIdSchema,
  seated: z.array(playerIdSchema).max(2),
  watchers: z.int().nonnegative(),
  /** May anyone watch it, and is it running? */
  isListed: z.boolean(),
})
export type Here = Readonly<z.infer<typeof hereSchema>>

/** The most entries in one hint. */
export const MOST_IN_HINT = 500
/** The most events in one hint; a move with its conditional replies has more. */
export const MOST_STEPS = 4
/** The most games that a node lists for the other nodes' lists. */
export const MOST_LISTED = 50

const HINTS = [
  /** A heartbeat of a node; `lost` if some of its hints may not have arrived. */
  z.strictObject({ kind: z.literal('beat'), lost: z.optional(z.literal(true)) }),
  /** The node follows topics, and understands the hints that are sent to their followers. */
  z.strictObject({ kind: z.literal('tuned') }),
  /**
   * A game has reached a version by these steps, or by others if there are none. `begun` if it is
   * new, with its challenge. Sent to those who follow the game or one of its players.
   */
  z.strictObject({
    kind: z.literal('step'),
    game: gameIdSchema,
    version: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(2),
    steps: z
      .array(z.strictObject({ event: gameEventSchema, command: z.optional(commandIdSchema) }))
      .max(MOST_STEPS),
    begun: z.optional(z.strictObject({ challenge: z.optional(challengeIdSchema) })),
  }),
  /** The newest running public games that are open on the node, each with its beginning. */
  z.strictObject({
    kind: z.literal('listed'),
    games: z.array(z.strictObject({ game: gameIdSchema, at: z.number() })).max(MOST_LISTED),
  }),
  /**
   * A game has reached a version; `begun` if it is new, with its challenge. Sent to all while a
   * node of the previous version is heard, which does not follow topics.
   */
  z.strictObject({
    kind: z.literal('game'),
    game: gameIdSchema,
    version: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(2),
    begun: z.optional(z.strictObject({ challenge: z.optional(challengeIdSchema) })),
  }),
  /** These challenges were added, removed or changed. */
  z.strictObject({
    kind: z.literal('lobby'),
    challenges: z.array(challengeIdSchema).max(MOST_IN_HINT),
  }),
  /** The makers of open challenges who are connected to the node: one part of the list. */
  z.strictObject({
    kind: z.literal('makers'),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
    part: z.int().nonnegative(),
    parts: z.int().positive(),
  }),
  /** The name by which load balancers lead pages to the node. */
  z.strictObject({ kind: z.literal('named'), name: z.string().check(z.regex(NODE_NAME)) }),
  /** How many players are connected to the node. */
  z.strictObject({ kind: z.literal('crowd'), players: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('here'), games: z.array(hereSchema).max(MOST_IN_HINT) }),
  /** Which of these games do the other nodes have open? */
  z.strictObject({ kind: z.literal('ask'), games: z.array(gameIdSchema).max(MOST_IN_HINT) }),
  z.strictObject({ kind: z.literal('said'), message: SERVER_MESSAGES.said }),
  /** A message was written in a game; `n` identifies it in the database. */
  z.strictObject({ kind: z.literal('written'), game: gameIdSchema, n: z.int() }),
  /**
   * A study has changed or was removed; `n` is the chapter, if it was one of its chapters. Sent to
   * those who follow the study.
   */
  z.strictObject({
    kind: z.literal('study'),
    study: studyIdSchema,
    n: z.optional(z.int().positive()),
  }),
  /**
   * A change between these players and others, such as a block, or whether they write to opponents.
   */
  z.strictObject({ kind: z.literal('people'), players: z.array(playerIdSchema).max(2) }),
  /** Which of these players are connected to another node? */
  z.strictObject({
    kind: z.literal('seek'),
    id: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
    /** Only through a page that was used lately. */
    used: z.optional(z.literal(true)),
  }),
  /** The answer to `seek`: the players who are connected to this node. */
  z.strictObject({
    kind: z.literal('found'),
    to: z.string().max(40),
    id: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
  }),
  /**
   * A challenge addressed to a player. Sent by nodes of the previous version, which store that
   * after the challenge.
   */
  z.strictObject({
    kind: z.literal('challenged'),
    player: playerIdSchema,
    message: SERVER_MESSAGES.challenged,
  }),
  z.strictObject({ kind: z.literal('renamed'), player: playerIdSchema }),
  /**
   * A player's sessions have ended; `deleted` if the account is gone, and its name with it from all
   * games.
   */
  z.strictObject({
    kind: z.literal('signedOut'),
    player: playerIdSchema,
    deleted: z.optional(z.literal(true)),
  }),
] as const

const hintSchema = z.discriminatedUnion('kind', HINTS)

/**
 * A message from one node to the others: a pointer to stored data, or news that nothing stores.
 * Nothing stored depends on it, so it may be lost or late.
 */
export type Hint = Readonly<z.infer<typeof hintSchema>>

const envelopeSchema = z.strictObject({
  from: z.string().max(40),
  /** Counts the hints of a node to followers, who may get one through several topics. */
  n: z.optional(z.int()),
  hint: hintSchema,
})
export type Envelope = Readonly<z.infer<typeof envelopeSchema>>

export function formatEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope)
}

/** Undefined if it is not valid, for example from a node of another version. */
export function parseEnvelope(text: string): Envelope | undefined {
  return envelopeSchema.safeParse(parseJson(text)).data
}
