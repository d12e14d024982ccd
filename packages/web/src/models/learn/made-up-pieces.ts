import type { Piece, Position, Stack } from '@hokito/rules'

/** An HFEN tells only the tops; for a picture the pieces below are made up, in turns of colour. */
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
