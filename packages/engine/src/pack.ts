import { type Move, type Position, SQUARE_COUNT } from '@hokito/rules'

/**
 * THE DOOR between positions as people know them and the numbers that `hot/` works with. A packed
 * position can be sent to a worker; it holds what play and score depend on and nothing else.
 *
 * Cell: value in bits 0–1 (0 for an empty square), white in bit 2, height in bits 3–8.
 * Move: the square it starts from in bits 6–11, the one it ends on in bits 0–5.
 */
export interface PackedPosition {
  /** 36 cells in square order. */
  readonly cells: readonly number[]
  readonly isWhiteTurn: boolean
  /** Is the end rule `either`? */
  readonly isEither: boolean
}

/** A move as `hot/` writes it; 0 (a1 onto itself) stands for none. */
export type PackedMove = number

/** Packs a position. */
export function packPosition({ board, turn, endRule }: Position): PackedPosition {
  const cells = Array.from({ length: SQUARE_COUNT }, (_, square) => {
    const stack = board[square]
    if (stack === undefined) return 0
    return stack.top.value | (stack.top.color === 'white' ? 4 : 0) | (stack.height << 3)
  })
  return { cells, isWhiteTurn: turn === 'white', isEither: endRule === 'either' }
}

/** Packs a move. */
export function packMove({ from, to }: Move): PackedMove {
  return (from << 6) | to
}

/** The move that a number stands for. */
export function unpackMove(move: PackedMove): Move {
  return { from: move >> 6, to: move & 63 }
}
