import { DAY_MS } from './durations.ts'
import type { RatingCard } from './rating.ts'

/**
 * The strength of a player or the difficulty of a puzzle, by Glicko-2. The server rates games with
 * it, the site rates puzzles.
 */
export interface Rating {
  /** In points, 1500 for a new player. */
  readonly rating: number
  /** In points. The true strength lies within this distance about two times in three. */
  readonly deviation: number
  /** How much the strength itself changes from one rating period to the next. */
  readonly volatility: number
}

/** The rating of a new player. */
export const UNRATED: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }

/** Rating points in one unit of Glicko-2's own scale. */
export const RATING_SCALE = 173.7178

/** The deviation from which a rating is provisional, as on lichess. */
export const PROVISIONAL_DEVIATION = 110

/** Is this the rating of a player who has played no rated match? */
export function isUnrated({ value, deviation }: RatingCard): boolean {
  return value === UNRATED.rating && deviation === UNRATED.deviation
}

/**
 * A rating after one update: at most 700 points from the previous one, and with each part within
 * its bounds.
 */
export function boundedChange(before: Rating, { rating, deviation, volatility }: Rating): Rating {
  const change = within([-MOST_CHANGE, MOST_CHANGE], rating - before.rating)
  return boundedRating({ rating: before.rating + change, deviation, volatility })
}

/** A rating with each part within its bounds. */
export function boundedRating({ rating, deviation, volatility }: Rating): Rating {
  return {
    rating: within(RATINGS, rating),
    deviation: within(DEVIATIONS, deviation),
    volatility: within(VOLATILITIES, volatility),
  }
}

/**
 * A rating after a time without play, in milliseconds. The deviation grows, up to that of a new
 * player. A settled rating becomes provisional after a year.
 */
export function widenedRating(before: Rating, idleMs: number): Rating {
  const periods = Math.max(0, idleMs) / PERIOD_MS
  const grown = Math.sqrt(before.deviation ** 2 + (before.volatility * RATING_SCALE) ** 2 * periods)
  return { ...before, deviation: Math.max(before.deviation, Math.min(grown, UNRATED.deviation)) }
}

// --- internal ---

const PERIOD_MS = 4 * DAY_MS
const MOST_CHANGE = 700

type Bounds = readonly [least: number, most: number]
const RATINGS: Bounds = [100, 4000]
/** The lower bound keeps a rating from becoming so certain that further games change nothing. */
const DEVIATIONS: Bounds = [45, UNRATED.deviation]
const VOLATILITIES: Bounds = [0.01, 0.1]

function within([least, most]: Bounds, number: number): number {
  return Math.min(most, Math.max(least, number))
}
