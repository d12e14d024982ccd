import { canLand, isLanding, walksFrom } from './path.ts'
import type { Position } from './position.ts'
import { SQUARES } from './square.ts'
import { ownerOf } from './stack.ts'
import type { Color, Move, Square } from './types.ts'

/** Where the piece or stack on a square can land, in square order, whoever's turn it is. */
export function destinations(position: Position, from: Square): readonly Square[] {
  const moving = position.board[from]
  if (moving === undefined) return []
  const found = new Set<Square>()
  for (const walk of walksFrom(position, from)) {
    const to = walk.at(-1)?.to
    const below = to === undefined ? undefined : position.board[to]
    if (to !== undefined && below !== undefined && isLanding(moving, below)) found.add(to)
  }
  return [...found].sort((a, b) => a - b)
}

/** What one side could play if it were its turn, by origin then destination; ignores the end rule. */
export function movesOf(position: Position, color: Color): readonly Move[] {
  return SQUARES.flatMap((from) => {
    const stack = position.board[from]
    if (stack === undefined || ownerOf(stack) !== color) return []
    return destinations(position, from).map((to) => ({ from, to }))
  })
}

/** Has this side no move at all, whoever's turn it is? */
export function isStuck(position: Position, color: Color): boolean {
  return !SQUARES.some((from) => {
    const stack = position.board[from]
    return stack !== undefined && ownerOf(stack) === color && canLand(position, from)
  })
}

/** Are two moves the same? A move is its two squares and nothing else. */
export function isSameMove(a: Move, b: Move): boolean {
  return a.from === b.from && a.to === b.to
}
