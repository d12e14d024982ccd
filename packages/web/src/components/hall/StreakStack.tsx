import { type Piece, type Position, SQUARES, type Stack, single, stackOnto } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { PaintedBoard } from '../game/PaintedBoard.tsx'

/**
 * A stack that grows by one piece for every day in a row, on a square of a board. Before the first
 * day its first piece waits there.
 */
export function StreakStack({ count }: { readonly count: number }) {
  const position = useMemo(() => boardOf(count), [count])
  return (
    <div class="streak-stack" aria-hidden="true">
      <PaintedBoard position={position} size={SIZE} alt="" />
    </div>
  )
}

// --- internal ---

const SIZE = 600
/** The square shown (`hall.css`): c3, far enough from all edges of the board. */
const SHOWN = 14
/** As many pieces as the game has. */
const HIGHEST = 36

function boardOf(count: number): Position {
  return {
    board: SQUARES.map((square) => (square === SHOWN ? stackOf(Math.max(count, 1)) : undefined)),
    turn: 'black',
    endRule: 'either',
    compensation: 0,
  }
}

/** The pieces of both colours in turn; each new day lies on top. */
function stackOf(count: number): Stack {
  const pieces = Array.from({ length: Math.min(count, HIGHEST) }, (_, n) => pieceOf(n))
  return pieces
    .slice(1)
    .reduce((below, piece) => stackOnto(single(piece), below), single(pieceOf(0)))
}

function pieceOf(n: number): Piece {
  return { color: n % 2 === 0 ? 'white' : 'black', value: ((n % 3) + 1) as Piece['value'] }
}
