import type { Piece, Position, Stack } from '@hokito/rules'

/**
 * An HFEN names only the top pieces; for a picture this makes up the pieces below, in alternating
 * colours.
 */
export function withMadeUpPieces(position: Position): Position {
  return { ...position, board: position.board.map((stack) => stack && filled(stack)) }
}

// --- internal ---

function filled(stack: Stack): Stack {
  const pieces = stack.pieces.map(
    (piece, index): Piece =>
      piece ?? { color: (stack.height - index) % 3 === 1 ? 'black' : 'white', value: 1 },
  )
  return { ...stack, pieces }
}
