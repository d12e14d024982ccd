import type { RatingCard } from '@hokito/protocol'
import glicko from 'glicko2-lite'

/** How strong somebody is, as Glicko-2 has it. */
export interface Rating {
  readonly rating: number
  /** How far it may be off: about two thirds of the time not further than this. */
  readonly deviation: number
  /** How much the strength itself goes up and down. */
  readonly volatility: number
}

/** Of whom nothing is known yet. */
export const UNRATED: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }

/** One game of a rating period against one opponent. */
export interface Played {
  readonly opponent: Rating
  /** What the first move adds to the opponent's rating: above zero where the opponent has it, else below. */
  readonly edge: number
  /** 1, ½ or 0. */
  readonly score: number
}

/** The rating after a period in which these games were played; every part of it stays within its bounds. */
export function ratedAfter(before: Rating, games: readonly Played[]): Rating {
  const { rating, rd, vol } = glicko(
    before.rating,
    before.deviation,
    before.volatility,
    games.map(({ opponent, edge, score }) => [opponent.rating + edge, opponent.deviation, score]),
    { tau: TAU },
  )
  const change = within(CHANGE, rating - before.rating)
  return {
    rating: within(RATINGS, before.rating + change),
    deviation: within(DEVIATIONS, rd),
    volatility: within(VOLATILITIES, vol),
  }
}

/** The score that a rating lets one expect of a game, from 0 to 1, by the same formula as the update's. */
export function expectedScore(own: Rating, { opponent, edge }: Omit<Played, 'score'>): number {
  const phi = opponent.deviation / SCALE
  const weight = 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2)
  return 1 / (1 + Math.exp((-weight * (own.rating - opponent.rating - edge)) / SCALE))
}

/** The same rating after a time without a match: the longer ago, the less is known. */
export function widened(before: Rating, idleMs: number): Rating {
  const periods = Math.max(0, idleMs) / PERIOD_MS
  const grown = Math.sqrt(before.deviation ** 2 + (before.volatility * SCALE) ** 2 * periods)
  // It never says less than that nothing is known.
  return { ...before, deviation: Math.max(before.deviation, Math.min(grown, UNRATED.deviation)) }
}

/** A rating in whole numbers, as people are shown it. */
export function cardOf({ rating, deviation }: Rating): RatingCard {
  return {
    value: Math.round(rating),
    deviation: Math.round(deviation),
    isProvisional: deviation >= PROVISIONAL,
  }
}

// --- internal ---

/** Rating points of one unit of Glicko-2's own scale. */
const SCALE = 173.7178
/** How quickly the volatility follows surprises; the paper's own. */
const TAU = 0.5
/** In a year without a match, a settled rating becomes provisional. */
const PERIOD_MS = 4 * 86_400_000
/** From here on, as lichess has it. */
const PROVISIONAL = 110

type Bounds = readonly [least: number, most: number]
const RATINGS: Bounds = [100, 4000]
const DEVIATIONS: Bounds = [45, 350]
const VOLATILITIES: Bounds = [0.01, 0.1]
const CHANGE: Bounds = [-700, 700]

function within([least, most]: Bounds, number: number): number {
  return Math.min(most, Math.max(least, number))
}
