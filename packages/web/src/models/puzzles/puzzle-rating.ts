import { boundedChange, PROVISIONAL_DEVIATION, type Rating } from '@hokito/protocol'
import glicko from 'glicko2-lite'

/**
 * The rating after the first try at a puzzle. The puzzle's own rating does not change: it is the
 * same on every device. A change is bounded, so that the first tries do not throw a beginner far
 * down. A try never makes the player's rating less certain, however little it says: only time does
 * (`widenedRating`).
 */
export function ratedAfter(player: Rating, puzzleRating: number, isSolved: boolean): Rating {
  const { rating, rd, vol } = glicko(player.rating, player.deviation, player.volatility, [
    [puzzleRating, PUZZLE_DEVIATION, isSolved ? 1 : 0],
  ])
  const change = Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, rating - player.rating))
  return boundedChange(player, {
    rating: player.rating + change,
    deviation: Math.min(rd, player.deviation),
    volatility: vol,
  })
}

/** Is the rating certain enough to mean something? */
export function isSettled({ deviation }: Rating): boolean {
  return deviation <= PROVISIONAL_DEVIATION
}

/** About how many more puzzles of practice it takes until the rating is settled. */
export function triesToSettle(rating: Rating): number {
  return isSettled(rating) ? 0 : 1 + triesToSettle(ratedAfter(rating, lowGuess(rating), true))
}

/**
 * The strength that a player very likely has at least: the less certain the rating, the further
 * below it. A settled rating is returned unchanged.
 */
export function lowGuess({ rating, deviation }: Rating): number {
  return rating - CAUTION * Math.max(0, deviation - PROVISIONAL_DEVIATION)
}

// --- internal ---

/**
 * This starts an unrated player 360 points below the middle, among the puzzles that nearly all
 * levels solve.
 */
const CAUTION = 1.5

/** An established rating changes less than this by itself. */
const MOST_CHANGE = 100

/** A puzzle's rating is estimated from how many of the levels find its solution. */
const PUZZLE_DEVIATION = 80
