import { movesOf, ownerOf, type Square } from '@hokito/rules'
import type { RefusedPress } from '../../board/index.ts'

/** A piece of the other side, and where it could land if it were its turn. */
export interface TheirLandings {
  readonly square: Square
  readonly squares: readonly Square[]
}

/** The look through the eyes of the other side that a press on its piece asks for. */
export function theirLandings({ position, square }: RefusedPress): TheirLandings | undefined {
  const stack = position.board[square]
  if (stack === undefined || ownerOf(stack) === position.turn) return undefined
  const squares = movesOf(position, ownerOf(stack))
    .filter(({ from }) => from === square)
    .map(({ to }) => to)
  return { square, squares: squares.toSorted((a, b) => a - b) }
}
