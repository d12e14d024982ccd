import { type GameId, gameIdSchema, type PlayerId } from '@hokito/protocol'
import * as z from 'zod/mini'

const countSchema = z.int().check(z.nonnegative())

/** A player's row in an arena, beside the sums of the player's stored games. */
const sideSchema = z.object({
  player: z.string(),
  opponent: z.nullable(z.string()),
  game: z.nullable(gameIdSchema),
  // Missing if the player has no entry.
  at: countSchema,
  blacks: countSchema,
  games: countSchema,
  score: countSchema,
  wins: countSchema,
  streak: countSchema,
  points: countSchema,
  stored: z.object({
    paired: countSchema,
    first: countSchema,
    latest: countSchema,
    settled: countSchema,
    odd: z.literal(0),
    blacks: countSchema,
    score: countSchema,
    wins: countSchema,
    points: countSchema,
    open: z.nullable(z.string()),
  }),
})

/** Is a player's row in an arena the sum of games that exist, numbered without a gap? */
export function isSumOfGames(row: unknown): boolean {
  const parsed = sideSchema.safeParse(row)
  return parsed.success && isSum(parsed.data)
}

/** Does each player in a game of an arena have an opponent in the same game? */
export function areOpposed(players: readonly Opposed[]): boolean {
  const games = new Map(players.map((one) => [one.player, one]))
  return players.every(({ player, game, opponent }) => {
    if (game === null) return true
    const other = opponent === null ? undefined : games.get(opponent)
    return other !== undefined && other.game === game && other.opponent === player
  })
}

// --- internal ---

type Side = z.output<typeof sideSchema>

interface Opposed {
  readonly player: PlayerId
  readonly game: GameId | null
  readonly opponent: PlayerId | null
}

/**
 * Which wins count double depends on the order of the games, so only the bounds of the score are
 * known.
 */
function isSum({ game, blacks, games, score, wins, streak, points, stored }: Side): boolean {
  return (
    stored.settled === games &&
    stored.paired === games + (game === null ? 0 : 1) &&
    stored.first === Math.min(1, stored.paired) &&
    stored.latest === stored.paired &&
    stored.open === game &&
    stored.blacks === blacks &&
    stored.wins === wins &&
    stored.points === points &&
    streak <= wins &&
    stored.score <= score &&
    score <= 2 * stored.score
  )
}
