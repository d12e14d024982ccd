import type { Move, Position } from '@hokito/rules'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from './InspectableBoard.tsx'

interface DiagramBoardProps {
  readonly position: Position
  readonly label: string
  /** A move to show with its path. */
  readonly hint?: Move | undefined
}

/** A position that cannot be played. */
export function DiagramBoard({ position, label, hint }: DiagramBoardProps) {
  const texts = useBoardTexts()
  return (
    <InspectableBoard
      position={position}
      orientation="black"
      movable="none"
      hint={hint}
      showCoordinates={true}
      label={label}
      texts={texts}
    />
  )
}
