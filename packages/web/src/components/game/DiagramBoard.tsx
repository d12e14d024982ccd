import type { Color, Move, Position } from '@hokito/rules'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from './InspectableBoard.tsx'

interface DiagramBoardProps {
  readonly position: Position
  readonly label: string
  /** The side at the bottom; Black if absent. */
  readonly orientation?: Color
  /** A move to show with its path. */
  readonly hint?: Move | undefined
}

/** A position that cannot be played. */
export function DiagramBoard({ position, label, orientation = 'black', hint }: DiagramBoardProps) {
  const texts = useBoardTexts()
  return (
    <InspectableBoard
      position={position}
      orientation={orientation}
      movable="none"
      hint={hint}
      showCoordinates={true}
      label={label}
      texts={texts}
    />
  )
}
