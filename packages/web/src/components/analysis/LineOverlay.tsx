import { BOARD_SIZE, centerOf } from '@hokito/picture/measures'
import type { Color, Move, Position } from '@hokito/rules'
import { previewMove } from '../../board/index.ts'

interface LineOverlayProps {
  readonly position: Position
  readonly orientation: Color
  readonly move: Move
}

/** The path of a move over the board, for a line that is pointed at; nothing to press, and nothing to hear. */
export function LineOverlay({ position, orientation, move }: LineOverlayProps) {
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

// --- internal ---

/** Around the disc that a piece fills. */
const LANDING = 44
