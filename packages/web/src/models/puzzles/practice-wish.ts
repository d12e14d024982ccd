import type { Theme } from '@hokito/engine/puzzles'
import type { Wish } from './catalogue.ts'
import { isSettled, lowGuess } from './puzzle-rating.ts'
import type { PuzzleProgress } from './puzzle-store.ts'

/**
 * The next puzzle to wish for in practice; `passed` holds the ids met during this visit. A player
 * whose rating is unknown begins with easy puzzles that end the game in one move, because the board
 * then shows why the move is right; then come short ones that decide who wins. A few points more or
 * less in a game that is won anyway are no reason to continue.
 */
export function practiceWish(
  { rating, tried, anyRule }: PuzzleProgress,
  theme: Theme | undefined,
  passed: ReadonlySet<string>,
): Wish {
  const wish = { theme, anyRule, tried: new Set([...tried, ...passed]) }
  if (isSettled(rating)) return { ...wish, rating: rating.rating }
  const easy = { ...wish, rating: lowGuess(rating) }
  // A player who has chosen a theme gets all puzzles of that theme.
  if (theme !== undefined) return easy
  return wish.tried.size < FIRST_PUZZLES
    ? { ...easy, kind: 'win', mostMoves: 1, isEnd: true }
    : { ...easy, kind: 'win', mostMoves: MOST_FIRST_MOVES }
}

// --- internal ---

/** There are enough of the first kind that hardly any comes twice. */
const FIRST_PUZZLES = 8
const MOST_FIRST_MOVES = 2
