import {
  hiddenStack,
  type Piece,
  type Position,
  SQUARE_COUNT,
  type Square,
  type Stack,
} from '@hokito/rules'

/** The board of a game with wooden pieces as it is counted: a top and a height for each stack. */
export type CountedBoard = readonly (Stack | undefined)[]

/** A board on which nothing has been counted. */
export const EMPTY_COUNT: CountedBoard = new Array<undefined>(SQUARE_COUNT).fill(undefined)

/** The pieces in all stacks counted so far. */
export function piecesIn(board: CountedBoard): number {
  return board.reduce((sum, stack) => sum + (stack?.height ?? 0), 0)
}

/**
 * The board after a tap with a top in hand. An empty square gets a single, a stack with this top
 * grows to the next height that a game can make, and a stack with another top gets this one.
 * Undefined if there would be more pieces than a game has.
 */
export function tapped(board: CountedBoard, square: Square, top: Piece): CountedBoard | undefined {
  const stack = board[square]
  const hasTop = stack?.top.color === top.color && stack.top.value === top.value
  const height = stack === undefined ? 1 : hasTop ? higherThan(stack.height) : stack.height
  const changed = withStack(board, square, hiddenStack(top, height))
  return piecesIn(changed) > SQUARE_COUNT ? undefined : changed
}

/** The board with a stack one step lower; a single is taken off. */
export function lowered(board: CountedBoard, square: Square): CountedBoard {
  const stack = board[square]
  if (stack === undefined) return board
  const { top, height } = stack
  return withStack(
    board,
    square,
    height === 1 ? undefined : hiddenStack(top, height === 2 ? 1 : height - 2),
  )
}

/** The board without the stack on a square. */
export function withoutStack(board: CountedBoard, square: Square): CountedBoard {
  return withStack(board, square, undefined)
}

/** The counted board as a position, which the rules can count. */
export function countedPosition(board: CountedBoard, compensation: number): Position {
  return { board, turn: 'black', endRule: 'either', compensation }
}

// --- internal ---

/** Two singles make two, and stacks land on stacks only: all heights but one are even. */
function higherThan(height: number): number {
  return height === 1 ? 2 : height + 2
}

function withStack(board: CountedBoard, square: Square, stack: Stack | undefined): CountedBoard {
  return board.map((each, at) => (at === square ? stack : each))
}
