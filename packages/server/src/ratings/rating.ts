import {
  boundedChange,
  PROVISIONAL_DEVIATION,
  RATING_SCALE,
  type Rating,
  type RatingCard,
} from '@hokito/protocol'
import glicko from 'glicko2-lite'

/** One game of a rating period against one opponent. */
export interface Played {
  readonly opponent: Rating
  /**
   * Rating points that the first move adds to the opponent: positive if the opponent moves first,
   * otherwise negative.
   */
  readonly edge: number
  /** 1, ½ or 0. */
  readonly score: number
}

/** The rating after a period with these games. Every part stays within its bounds. */
export function ratedAfter(before: Rating, games: readonly Played[]): Rating {
  const { rating, rd, vol } = glicko(
    before.rating,
    before.deviation,
    before.volatility,
    games.map(({ opponent, edge, score }) => [opponent.rating + edge, opponent.deviation, score]),
    { tau: TAU },
  )
  return boundedChange(before, { rating, deviation: rd, volatility: vol })
}

/** The score that a rating predicts for a game, from 0 to 1, by the same formula as the update. */
export function expectedScore(own: Rating, { opponent, edge }: Omit<Played, 'score'>): number {
  const phi = opponent.deviation / RATING_SCALE
  const weight = 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2)
  return 1 / (1 + Math.exp((-weight * (own.rating - opponent.rating - edge)) / RATING_SCALE))
}

/** A rating in whole numbers, as shown to people. */
export function cardOf({ rating, deviation }: Rating): RatingCard {
  return {
    value: Math.round(rating),
    deviation: Math.round(deviation),
    isProvisional: deviation >= PROVISIONAL_DEVIATION,
  }
}

// --- internal ---

/** How quickly the volatility follows surprises, as in the paper. */
const TAU = 0.5
