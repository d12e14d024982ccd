import { gameIdSchema } from '@hokito/protocol'
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
type Side = z.output<typeof sideSchema>

/**
 * Are the rows of an arena consistent with its games? Each player's row must be the sum of games
 * that exist, numbered without a gap, and each player in a game must have an opponent in the same
 * game.
 */
export function isArenaWhole(rows: readonly unknown[]): boolean {
  const sides = new Map<string, Side>()
  for (const row of rows) {
    const parsed = sideSchema.safeParse(row)
    if (!parsed.success || !isSum(parsed.data)) return false
    sides.set(parsed.data.player, parsed.data)
  }
  return [...sides.values()].every((side) => side.game === null || areOpposed(side, sides))
}

// --- internal ---

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

function areOpposed(side: Side, sides: ReadonlyMap<string, Side>): boolean {
  const other = sides.get(side.opponent ?? '')
  return other !== undefined && other.game === side.game && other.opponent === side.player
}
