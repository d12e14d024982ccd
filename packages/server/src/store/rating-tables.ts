import type { PlayerId, Speed } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/** A player's rating at a speed, as of the latest rated match. */
export interface RatingsTable {
  player: PlayerId
  speed: Speed
  rating: number
  deviation: number
  volatility: number
  matches: number
  ratedAt: number
}

/**
 * The change of a player's rating by a rated match, one row for each player. All of it follows from
 * the games (`ratings/rebuild.ts`).
 */
export interface RatingChangesTable {
  /** The key of the event that ended the match, which orders the matches. */
  event: number
  /** The key of the second game, or of a single one. */
  game: number
  player: PlayerId
  opponent: PlayerId
  speed: Speed
  /** The player's colour in that game, which also names both winners. */
  color: Color
  /** `none` if there was a single game. */
  firstWinner: Color | 'draw' | 'none'
  winner: Color | 'draw'
  ratingBefore: number
  deviationBefore: number
  rating: number
  deviation: number
  volatility: number
  expected: number
  scored: number
  at: number
}
