import type { Square } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { Board, type BoardProps } from '../../board/index.ts'
import { InspectDialog } from './lazy-dialogs.ts'

/** The board, and a dialog that lists the pieces of a stack on request. */
export function InspectableBoard(props: Omit<BoardProps, 'onInspect'>) {
  const { position, texts } = props
  const [square, setSquare] = useState<Square | undefined>(undefined)
  const stack = square === undefined ? undefined : position.board[square]
  return (
    <>
      <Board {...props} onInspect={setSquare} />
      {square !== undefined && stack !== undefined && (
        <InspectDialog
          square={square}
          stack={stack}
          texts={texts}
          onClose={() => setSquare(undefined)}
        />
      )}
    </>
  )
}
