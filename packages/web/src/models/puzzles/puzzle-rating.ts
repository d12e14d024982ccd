import glicko from 'glicko2-lite'

/** How well somebody solves, or how hard something is, as Glicko-2 has it. */
export interface Rating {
  readonly rating: number
  /** How far it may be off: about two thirds of the time not further than this. */
  readonly deviation: number
  readonly volatility: number
}

/** Of whom nothing is known yet. */
export const UNRATED: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }

/**
 * The rating after the first try at a puzzle. The puzzle's own does not move: it is the same on every device. A try
 * never makes the rating less certain, however little it says: only time does ({@link widened}).
 */
export function ratedAfter(player: Rating, puzzleRating: number, isSolved: boolean): Rating {
  const { rating, rd, vol } = glicko(player.rating, player.deviation, player.volatility, [
    [puzzleRating, PUZZLE_DEVIATION, isSolved ? 1 : 0],
  ])
  const change = within(CHANGE, rating - player.rating)
  return bounded({
    rating: player.rating + change,
    deviation: Math.min(rd, player.deviation),
    volatility: vol,
  })
}

/** The same rating after a time without puzzles: the longer ago, the less is known. */
export function widened(before: Rating, idleMs: number): Rating {
  const periods = Math.max(0, idleMs) / PERIOD_MS
  const deviation = Math.hypot(before.deviation, before.volatility * SCALE * Math.sqrt(periods))
  return bounded({ ...before, deviation })
}

/** A rating with every part within its bounds. */
export function bounded({ rating, deviation, volatility }: Rating): Rating {
  return {
    rating: within(RATINGS, rating),
    deviation: within(DEVIATIONS, deviation),
    volatility: within(VOLATILITIES, volatility),
  }
}

/** Is so much known that the figure means something? */
export function isSettled({ deviation }: Rating): boolean {
  return deviation <= SETTLED_DEVIATION
}

/** What somebody can do at least, most likely: the less is known, the further below the rating; a known one as it is. */
export function lowGuess({ rating, deviation }: Rating): number {
  return rating - CAUTION * Math.max(0, deviation - SETTLED_DEVIATION)
}

// --- internal ---

/** So an unrated player begins 360 points below the middle: among the puzzles that nearly all levels find. */
const CAUTION = 1.5

/** A puzzle's rating is estimated from how many of the levels find its solution. */
const PUZZLE_DEVIATION = 80
/** Below 110 lichess calls a rating no longer provisional. */
const SETTLED_DEVIATION = 110

/** Rating points of one unit of Glicko-2's own scale. */
const SCALE = 173.7178
/** As the server widens the ratings of games: after a year without puzzles, a settled rating is no longer settled. */
const PERIOD_MS = 4 * 86_400_000

/** The bounds of the ratings of games, in packages/server/src/ratings/rating.ts. */
type Bounds = readonly [least: number, most: number]
const RATINGS: Bounds = [100, 4000]
/** Nobody becomes so sure that the next puzzles say nothing. */
const DEVIATIONS: Bounds = [45, 350]
const VOLATILITIES: Bounds = [0.01, 0.1]
const CHANGE: Bounds = [-700, 700]

function within([least, most]: Bounds, number: number): number {
  return Math.min(most, Math.max(least, number))
}
