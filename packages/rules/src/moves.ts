import { canLand, destinations } from './path.ts'
import type { Position } from './position.ts'
import { SQUARES } from './square.ts'
import { ownerOf } from './stack.ts'
import type { Color, Move } from './types.ts'

/**
 * No position has more moves, and `cccccc/cc-ccc/cccc-c/c-cccc/ccc-cc/cccccc b` has this many.
 *
 * Consider all positions with the same occupied squares. None has more moves than the one in which
 * a single side owns everything, all pieces are singles, and each has the value that reaches most
 * squares: another owner takes origins away, and a stack takes landings away. That leaves 2^36 sets
 * of squares. `bench/engine/most-moves.mjs` goes through them. It bounds most of them by the number
 * of walks that their squares' neighbours allow, and counts the others one by one.
 */
export const MOST_MOVES = 456

/** The moves of one side if it were its turn, by origin then destination. Ignores the end rule. */
export function movesOf(position: Position, color: Color): readonly Move[] {
  const moves: Move[] = []
  for (const from of SQUARES) {
    const stack = position.board[from]
    if (stack === undefined || ownerOf(stack) !== color) continue
    for (const to of destinations(position, from)) moves.push({ from, to })
  }
  return moves
}

/** Does this side have no move at all, whichever side is to move? */
export function isStuck(position: Position, color: Color): boolean {
  return !SQUARES.some((from) => {
    const stack = position.board[from]
    return stack !== undefined && ownerOf(stack) === color && canLand(position, from)
  })
}

/** Are two moves the same? A move is nothing but its two squares. */
export function isSameMove(a: Move, b: Move): boolean {
  return a.from === b.from && a.to === b.to
}
