import { challengeIdSchema, gameIdSchema, playerIdSchema, SERVER_MESSAGES } from '@hokito/protocol'
import * as z from 'zod'
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

const HINTS = [
  /** A heartbeat of a node; `lost` if some of its hints may not have arrived. */
  z.strictObject({ kind: z.literal('beat'), lost: z.optional(z.literal(true)) }),
  /** A game has reached a version; `begun` if it is new, with its challenge. */
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
  z.strictObject({ kind: z.literal('here'), games: z.array(hereSchema).max(MOST_IN_HINT) }),
  /** Which of these games do the other nodes have open? */
  z.strictObject({ kind: z.literal('ask'), games: z.array(gameIdSchema).max(MOST_IN_HINT) }),
  z.strictObject({ kind: z.literal('said'), message: SERVER_MESSAGES.said }),
  /** A message was written in a game; `n` identifies it in the database. */
  z.strictObject({ kind: z.literal('written'), game: gameIdSchema, n: z.int() }),
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

const envelopeSchema = z.strictObject({ from: z.string().max(40), hint: hintSchema })
export type Envelope = Readonly<z.infer<typeof envelopeSchema>>

export function formatEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope)
}

/** Undefined if it is not valid, for example from a node of another version. */
export function parseEnvelope(text: string): Envelope | undefined {
  return envelopeSchema.safeParse(parseJson(text)).data
}
