import * as z from 'zod/mini'
import { moveSchema, pointsSchema } from './event.ts'
import { gameIdSchema } from './ids.ts'
import { playerCardSchema, termsSchema } from './terms.ts'

/** Most games in one reply to `GET /api/watch?all=yes`: the best one and twelve others. */
export const WATCH_PAGE = 13

/** A running public game with its board, small enough to be asked for again and again. */
export const watchedGameSchema = z.strictObject({
  id: gameIdSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  ply: z.int().check(z.nonnegative()),
  /** The board as HFEN. Its end rule is that of the terms. */
  position: z.string(),
  lastMove: z.optional(moveSchema),
  points: pointsSchema,
})
export type WatchedGame = Readonly<z.infer<typeof watchedGameSchema>>

/**
 * `GET /api/watch`: the best public game in progress, or with `?all=yes` up to {@link WATCH_PAGE} of
 * them, the best first. If people play none, it is an exhibition game between house bots.
 */
export const watchReplySchema = z.strictObject({
  games: z.array(watchedGameSchema).check(z.maxLength(WATCH_PAGE)),
  /** How many public games people play now. */
  running: z.int().check(z.nonnegative()),
  /** How many people are connected, guests and watchers too. */
  players: z.int().check(z.nonnegative()),
})
export type WatchReply = Readonly<z.infer<typeof watchReplySchema>>
