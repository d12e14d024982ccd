import * as z from 'zod/mini'

/** Twelve letters and digits, drawn at random: whoever has a game's id has been given it. */
export const gameIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'GameId'>()
/** An online game. The ids are opaque: a text becomes one by its schema alone, and none stands for another. */
export type GameId = z.infer<typeof gameIdSchema>

export const challengeIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'ChallengeId'>()
/** An offer to play; the game that comes of it has an id of its own. */
export type ChallengeId = z.infer<typeof challengeIdSchema>

export const playerIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'PlayerId'>()
/** Who may play, on however many connections. It is no secret: the session's cookie is. */
export type PlayerId = z.infer<typeof playerIdSchema>

export const commandIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{8,40}$/))
  .brand<'CommandId'>()
/** Made by whoever sends a command, one for each intention: the same id again is the same intention. */
export type CommandId = z.infer<typeof commandIdSchema>

/** The number of an offer within its game: the version of the event that made it. */
export const offerIdSchema = z.int().check(z.positive(), z.maximum(100_000))

/** Half-moves played, as the sender sees them. */
export const plySchema = z.int().check(z.nonnegative(), z.maximum(36))

/** How many events a game has had. */
export const versionSchema = z.int().check(z.nonnegative(), z.maximum(100_000))

/** Milliseconds since 1970 by the server's clock. */
export const instantSchema = z.int().check(z.nonnegative())

/** Lower-case hexadecimal for a fixed number of bytes. */
export function hexSchema(bytes: number) {
  return z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
}
