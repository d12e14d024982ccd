/** How sure a worth is: only estimated; who wins proved, but not by how much; proved to the point. */
export const CERTAINTIES = ['expected', 'winner', 'exact'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** What a position or a move comes to for the side to move: the final margin in whole points, and how sure that is. */
export interface Worth {
  readonly margin: number
  readonly certainty: Certainty
}

/** Is at least the winner proved? */
export function isProved({ certainty }: Worth): boolean {
  return certainty !== 'expected'
}

/** The same for the other side. */
export function forOther({ margin, certainty }: Worth): Worth {
  // No minus before a nought.
  return { margin: 0 - margin, certainty }
}

/**
 * The chance to win, 0 to 1, a draw counting half: certain where it is proved, otherwise what games have shown of such
 * margins with so many squares occupied (docs/review.md).
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
/** Of the logistic curve, per point: on a full board, and what each square that has emptied adds. */
const SLOPE = 0.039
const SLOPE_GROWTH = 0.0017
