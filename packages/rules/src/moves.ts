import { destinations } from './path.ts'
import type { Position } from './position.ts'
import { SQUARES } from './square.ts'
import { ownerOf } from './stack.ts'
import type { Color, Move } from './types.ts'

/**
 * No position has more moves, and `cccccc/cc-ccc/cccc-c/c-cccc/ccc-cc/cccccc b` has as many.
 *
 * Of all positions with the same occupied squares none has more than the one in which a single side owns everything,
 * all pieces are singles, and each has the value that reaches most squares: another owner takes origins away, a stack
 * takes landings. That leaves 2^36 sets of squares. `bench/engine/most-moves.mjs` goes through them: most are bounded
 * by the number of walks that their squares' neighbours allow, the others are counted one by one.
 */
export const MOST_MOVES = 456

/** What one side could play if it were its turn, by origin then destination; ignores the end rule. */
export function movesOf(position: Position, color: Color): readonly Move[] {
  const moves: Move[] = []
  for (const from of SQUARES) {
    const stack = position.board[from]
    if (stack === undefined || ownerOf(stack) !== color) continue
    for (const to of destinations(position, from)) moves.push({ from, to })
  }
  return moves
}

/** Has this side no move at all, whoever's turn it is? */
export function isStuck(position: Position, color: Color): boolean {
  return !SQUARES.some((from) => {
    const stack = position.board[from]
    return (
      stack !== undefined && ownerOf(stack) === color && destinations(position, from).length > 0
    )
  })
}

/** Are two moves the same? A move is its two squares and nothing else. */
export function isSameMove(a: Move, b: Move): boolean {
  return a.from === b.from && a.to === b.to
}
