import type { Theme } from '@hokito/engine/puzzles'
import type { Wish } from './catalogue.ts'
import { isSettled, lowGuess } from './puzzle-rating.ts'
import type { PuzzleProgress } from './puzzle-store.ts'

/**
 * Which puzzle is to come next in practice; `passed` are the ids of those that were met in this visit. Whoever is not
 * known yet begins with short ones that are easy rather than hard and decide who wins: a few points more or less, where
 * the game is won anyway, are no reason to go on.
 */
export function practiceWish(
  { rating, tried, anyRule }: PuzzleProgress,
  theme: Theme | undefined,
  passed: ReadonlySet<string>,
): Wish {
  const wish = { theme, anyRule, tried: new Set([...tried, ...passed]) }
  if (isSettled(rating)) return { ...wish, rating: rating.rating }
  const easy = { ...wish, rating: lowGuess(rating) }
  // Whoever has chosen a theme gets all there is of it.
  return theme === undefined ? { ...easy, kind: 'win', mostMoves: MOST_FIRST_MOVES } : easy
}

// --- internal ---

const MOST_FIRST_MOVES = 2
