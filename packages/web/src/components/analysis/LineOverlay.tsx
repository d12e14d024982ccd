import { BOARD_SIZE, centerOf } from '@hokito/picture/measures'
import { type Color, type Move, type Position, play } from '@hokito/rules'
import { BoardDrawing, previewMove } from '../../board/index.ts'

interface LineOverlayProps {
  /** The position at which the line begins. */
  readonly position: Position
  readonly orientation: Color
  /** The line up to the move that is pointed at. */
  readonly moves: readonly Move[]
}

/**
 * The move of a line that is pointed at, drawn over the board: the path of the first move, and
 * later moves on the position that they lead to. It takes no presses and is hidden from screen
 * readers.
 */
export function LineOverlay({ position, orientation, moves }: LineOverlayProps) {
  const move = moves.at(-1)
  if (move === undefined) return null
  if (moves.length === 1) return <PathOverlay {...{ position, orientation, move }} />
  const before = moves.slice(0, -1).reduce(play, position)
  return (
    <div class="line-position" aria-hidden="true">
      <BoardDrawing
        position={play(before, move)}
        orientation={orientation}
        showCoordinates
        lastMove={move}
        lastPath={previewMove(before, move)?.path}
      />
    </div>
  )
}

// --- internal ---

/** Around the disc that a piece fills. */
const LANDING = 44

interface PathOverlayProps extends Omit<LineOverlayProps, 'moves'> {
  readonly move: Move
}

function PathOverlay({ position, orientation, move }: PathOverlayProps) {
  const path = previewMove(position, move)?.path
  if (path === undefined) return null
  const centers = [move.from, ...path.map(({ to }) => to)].map((at) => centerOf(at, orientation))
  const points = centers.map(({ x, y }) => `${x},${y}`).join(' ')
  const last = centers.at(-1)
  return (
    <svg class="line-overlay" viewBox={`0 0 ${BOARD_SIZE} ${BOARD_SIZE}`} aria-hidden="true">
      <g class="path">
        <polyline class="path-edge" points={points} />
        <polyline class="path-line" points={points} />
      </g>
      {last !== undefined && <circle class="line-landing" cx={last.x} cy={last.y} r={LANDING} />}
    </svg>
  )
}
