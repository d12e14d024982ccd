import { destinations } from './path.ts'
import type { Position } from './position.ts'
import { SQUARES } from './square.ts'
import { ownerOf } from './stack.ts'
import type { Color, Move } from './types.ts'

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
