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
 * A later move of a line, over the board: the position that it leads to. It takes no presses and is
 * hidden from screen readers.
 */
export function LineOverlay({ position, orientation, moves }: LineOverlayProps) {
  const move = moves.at(-1)
  if (move === undefined) return null
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
