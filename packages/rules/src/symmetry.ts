import type { Position } from './position.ts'
import { fileOf, isSquare, rankOf, SIDE, squareAt } from './square.ts'
import type { Stack } from './stack.ts'
import { type Move, opposite, type Piece, type Square } from './types.ts'

/** The eight ways to map the board onto itself. Turns are clockwise, flips are about an axis. */
export const SYMMETRIES = [
  'identity',
  'turn90',
  'turn180',
  'turn270',
  'flipFiles',
  'flipRanks',
  'flipMainDiagonal',
  'flipAntiDiagonal',
] as const
export type Symmetry = (typeof SYMMETRIES)[number]

/** The image of a square. `flipFiles` sends a to f, `flipMainDiagonal` keeps a1–f6 in place. */
export function transformSquare(square: Square, symmetry: Symmetry): Square {
  if (!isSquare(square)) throw new RangeError(`not a square: ${square}`)
  return squareAt(...IMAGES[symmetry](fileOf(square), rankOf(square)))
}

/** The image of a move. */
export function transformMove(move: Move, symmetry: Symmetry): Move {
  return { from: transformSquare(move.from, symmetry), to: transformSquare(move.to, symmetry) }
}

/** The image of a position. Turn, end rule and compensation stay. */
export function transformPosition(position: Position, symmetry: Symmetry): Position {
  const board = new Array<Stack | undefined>(position.board.length).fill(undefined)
  for (const [square, stack] of position.board.entries()) {
    board[transformSquare(square, symmetry)] = stack
  }
  return { ...position, board }
}

/**
 * The same position with everything swapped between the colours: the pieces, the side to move and
 * the compensation.
 */
export function swapColors(position: Position): Position {
  const board = position.board.map((stack) =>
    stack === undefined
      ? undefined
      : {
          top: repainted(stack.top),
          height: stack.height,
          pieces: stack.pieces.map((piece) => piece && repainted(piece)),
        },
  )
  // Avoids -0.
  return {
    ...position,
    board,
    turn: opposite(position.turn),
    compensation: 0 - position.compensation,
  }
}

// --- internal ---

const LAST = SIDE - 1

const IMAGES: {
  readonly [S in Symmetry]: (file: number, rank: number) => readonly [file: number, rank: number]
} = {
  identity: (file, rank) => [file, rank],
  turn90: (file, rank) => [rank, LAST - file],
  turn180: (file, rank) => [LAST - file, LAST - rank],
  turn270: (file, rank) => [LAST - rank, file],
  flipFiles: (file, rank) => [LAST - file, rank],
  flipRanks: (file, rank) => [file, LAST - rank],
  flipMainDiagonal: (file, rank) => [rank, file],
  flipAntiDiagonal: (file, rank) => [LAST - rank, LAST - file],
}

function repainted({ color, value }: Piece): Piece {
  return { color: opposite(color), value }
}
