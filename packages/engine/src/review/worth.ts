/** How certain a worth is: only estimated; winner proved, but not the margin; margin proved. */
export const CERTAINTIES = ['expected', 'winner', 'exact'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/**
 * The value of a position or a move for the side to move: the final margin in points, and how
 * certain it is.
 */
export interface Worth {
  readonly margin: number
  readonly certainty: Certainty
}

/** Is at least the winner proved? */
export function isProved({ certainty }: Worth): boolean {
  return certainty !== 'expected'
}

/** The same worth from the other side's view. */
export function forOther({ margin, certainty }: Worth): Worth {
  // Avoids -0.
  return { margin: 0 - margin, certainty }
}

/**
 * The chance to win, 0 to 1, with a draw counting half. It is certain if proved; otherwise it is
 * how often games with such a margin and number of occupied squares were won (docs/review.md).
 */
export function chanceOf(worth: Worth, occupied: number): number {
  const { margin } = worth
  if (isProved(worth)) return margin === 0 ? 0.5 : margin > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-margin * (SLOPE + SLOPE_GROWTH * (SQUARE_COUNT - occupied))))
}

/** The better of two moves in one position: by the chance to win, then by points; the first of equals. */
export function betterOf(one: Worth, other: Worth, occupied: number): Worth {
  const ahead = chanceOf(one, occupied) - chanceOf(other, occupied) || one.margin - other.margin
  return ahead >= 0 ? one : other
}

// --- internal ---

const SQUARE_COUNT = 36
/**
 * The slope of the logistic curve, per point: on a full board, and the increase for each empty
 * square.
 */
const SLOPE = 0.039
const SLOPE_GROWTH = 0.0017
