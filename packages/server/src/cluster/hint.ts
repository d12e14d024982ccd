import { challengeIdSchema, gameIdSchema, playerIdSchema, SERVER_MESSAGES } from '@hokito/protocol'
import * as z from 'zod'
import { parseJson } from '../store/json.ts'

/** Who has a game open on some node: players who sit in it, and how many others. */
const hereSchema = z.strictObject({
  game: gameIdSchema,
  seated: z.array(playerIdSchema).max(2),
  watchers: z.int().nonnegative(),
  /** May anybody watch it, and is it running? */
  isListed: z.boolean(),
})
export type Here = Readonly<z.infer<typeof hereSchema>>

/** Entries that one hint may have. */
export const MOST_IN_HINT = 500

const HINTS = [
  /** That a node is heard; `lost` where some of its hints may not have arrived. */
  z.strictObject({ kind: z.literal('beat'), lost: z.optional(z.literal(true)) }),
  /** A game has reached a version; `begun` where it is new, with the challenge that it came from. */
  z.strictObject({
    kind: z.literal('game'),
    game: gameIdSchema,
    version: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(2),
    begun: z.optional(z.strictObject({ challenge: z.optional(challengeIdSchema) })),
  }),
  /** These challenges have come, gone, or are read otherwise. */
  z.strictObject({
    kind: z.literal('lobby'),
    challenges: z.array(challengeIdSchema).max(MOST_IN_HINT),
  }),
  /** Makers of open challenges who are connected to the node: of all of them, this part of so many. */
  z.strictObject({
    kind: z.literal('makers'),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
    part: z.int().nonnegative(),
    parts: z.int().positive(),
  }),
  z.strictObject({ kind: z.literal('here'), games: z.array(hereSchema).max(MOST_IN_HINT) }),
  /** Who has these games open, on the other nodes? */
  z.strictObject({ kind: z.literal('ask'), games: z.array(gameIdSchema).max(MOST_IN_HINT) }),
  z.strictObject({ kind: z.literal('said'), message: SERVER_MESSAGES.said }),
  /** Something was written in a game: the number by which it is found in the database. */
  z.strictObject({ kind: z.literal('written'), game: gameIdSchema, n: z.int() }),
  /** Something between these players and others has changed: whom they have blocked, whether they write. */
  z.strictObject({ kind: z.literal('people'), players: z.array(playerIdSchema).max(2) }),
  /** Who of these is connected to another node? */
  z.strictObject({
    kind: z.literal('seek'),
    id: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
    /** Only by a page that was used lately. */
    used: z.optional(z.literal(true)),
  }),
  /** Of those that a node has asked for, these are connected here. */
  z.strictObject({
    kind: z.literal('found'),
    to: z.string().max(40),
    id: z.int().nonnegative(),
    players: z.array(playerIdSchema).max(MOST_IN_HINT),
  }),
  /** A challenge is for a player alone: said by nodes of the version before, which store that after the challenge. */
  z.strictObject({
    kind: z.literal('challenged'),
    player: playerIdSchema,
    message: SERVER_MESSAGES.challenged,
  }),
  z.strictObject({ kind: z.literal('renamed'), player: playerIdSchema }),
  /** Sessions of a player have ended; `deleted` where the account is gone, and the name from all games. */
  z.strictObject({
    kind: z.literal('signedOut'),
    player: playerIdSchema,
    deleted: z.optional(z.literal(true)),
  }),
] as const

const hintSchema = z.discriminatedUnion('kind', HINTS)

/**
 * What one node tells the others: where to look, and what is over as soon as it has been heard. Nothing
 * that is stored depends on it, so it may be lost or come late.
 */
export type Hint = Readonly<z.infer<typeof hintSchema>>

const envelopeSchema = z.strictObject({ from: z.string().max(40), hint: hintSchema })
export type Envelope = Readonly<z.infer<typeof envelopeSchema>>

export function formatEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope)
}

/** Undefined for what is none, as a node of another version may say it. */
export function parseEnvelope(text: string): Envelope | undefined {
  return envelopeSchema.safeParse(parseJson(text)).data
}
