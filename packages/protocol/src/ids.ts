import * as z from 'zod/mini'

/** Twelve letters and digits, drawn at random. Only a player who was given a game's id knows it. */
export const gameIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'GameId'>()
/**
 * An online game. Ids are opaque. A text becomes an id only through its schema, and ids of
 * different kinds cannot be mixed up.
 */
export type GameId = z.infer<typeof gameIdSchema>

export const challengeIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'ChallengeId'>()
/** An offer to play. The resulting game has an id of its own. */
export type ChallengeId = z.infer<typeof challengeIdSchema>

export const playerIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'PlayerId'>()
/** A player, on any number of connections. The id is not secret: the session's cookie is. */
export type PlayerId = z.infer<typeof playerIdSchema>

export const commandIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{8,40}$/))
  .brand<'CommandId'>()
/**
 * Made by the sender of a command, one for each intention. A repeated id means the same intention.
 */
export type CommandId = z.infer<typeof commandIdSchema>

/** The number of an offer within its game: the version of the event that made it. */
export const offerIdSchema = z.int().check(z.positive(), z.maximum(100_000))

/** Half-moves played, as the sender sees them. */
export const plySchema = z.int().check(z.nonnegative(), z.maximum(36))

/** Number of events in a game. */
export const versionSchema = z.int().check(z.nonnegative(), z.maximum(100_000))

/** Milliseconds since 1970 by the server's clock. */
export const instantSchema = z.int().check(z.nonnegative())

/** Lower-case hexadecimal text for a fixed number of bytes. */
export function hexSchema(bytes: number) {
  return z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
}
