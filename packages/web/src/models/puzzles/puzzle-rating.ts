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

/** The rating after the first try at a puzzle. The puzzle's own does not move: it is the same on every device. */
export function ratedAfter(player: Rating, puzzleRating: number, isSolved: boolean): Rating {
  const { rating, rd, vol } = glicko(player.rating, player.deviation, player.volatility, [
    [puzzleRating, PUZZLE_DEVIATION, isSolved ? 1 : 0],
  ])
  // Nobody becomes so sure that the next puzzles say nothing.
  return { rating, deviation: Math.max(rd, LEAST_DEVIATION), volatility: vol }
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
const LEAST_DEVIATION = 45
/** Below 110 lichess calls a rating no longer provisional. */
const SETTLED_DEVIATION = 110
