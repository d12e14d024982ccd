import type { Move, Position } from '@hokito/rules'
import { Board } from '../../board/index.ts'
import { useBoardTexts } from '../../words/board-texts.ts'

interface DiagramBoardProps {
  readonly position: Position
  readonly label: string
  /** A move to show with its path. */
  readonly hint?: Move
}

/** A position to look at. */
export function DiagramBoard({ position, label, hint }: DiagramBoardProps) {
  const texts = useBoardTexts()
  return (
    <Board
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
