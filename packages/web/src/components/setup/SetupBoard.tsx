import {
  type Color,
  formatSquare,
  SQUARE_COUNT,
  SQUARES,
  type Square,
  type Stack,
  single,
} from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { BoardDrawing } from '../../board/BoardDrawing.tsx'
import type { CellView } from '../../board/cells.ts'
import { SquareGrid } from '../../board/SquareGrid.tsx'
import { StackDrawing } from '../../board/StackDrawing.tsx'
import type { Held } from '../../board/setup-state.ts'
import { isOpen } from '../../board/setup-task.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SetupModel } from '../../models/game/setup-model.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { Blanks } from './Blanks.tsx'
import { SetupTray } from './SetupTray.tsx'
import { useSetupBoard } from './use-setup-board.ts'
import '../../board/board.css'

interface SetupBoardProps {
  readonly model: SetupModel
  /** The side that sits below. */
  readonly orientation: Color
  /** The side whose pieces are covered. */
  readonly covered?: Color | undefined
  /** Called when the player wants to see the pieces of a stack. */
  readonly onInspect: (square: Square) => void
}

/** A board to set up on, between the trays of its pieces. */
export function SetupBoard({ model, orientation, covered, onInspect }: SetupBoardProps) {
  const t = useTranslate()
  const cellOf = useCells(model, covered)
  const { coordinates } = useServices().settings.settings.value
  const board = useRef<HTMLDivElement>(null)
  const { drag, eatsClick, pointerHandlers, boardHandlers, press, inspect, onKeyDown } =
    useSetupBoard(model, {
      board,
      orientation,
      onInspect,
    })
  const { position, held, cursor } = model.state.value
  const tray = (color: Color) => <SetupTray model={model} color={color} eatsClick={eatsClick} />
  const carried = drag && stackIn(position.board, drag.source)
  return (
    <div class="setup-board" {...pointerHandlers}>
      {model.task.kind !== 'arrange' && tray(orientation === 'black' ? 'white' : 'black')}
      <div class="board" ref={board} {...boardHandlers}>
        <BoardDrawing
          position={position}
          orientation={orientation}
          showCoordinates={coordinates}
          chosen={held?.kind === 'stack' ? held.square : undefined}
          highlight={squaresOf(model)}
          lifted={drag?.source.kind === 'stack' ? drag.source.square : undefined}
        >
          <Blanks
            squares={SQUARES.filter((square) => !isOpen(model.task, square))}
            orientation={orientation}
            isCovered={covered !== undefined}
          />
          {drag !== undefined && carried !== undefined && (
            <StackDrawing stack={carried} at={drag.at} />
          )}
        </BoardDrawing>
        <SquareGrid
          orientation={orientation}
          cursor={cursor}
          cellOf={cellOf}
          label={t('game.boardLabel')}
          onKeyDown={onKeyDown}
          onPress={press}
          onFocus={model.goTo}
          onInspect={inspect}
        />
      </div>
      {tray(orientation)}
    </div>
  )
}

// --- internal ---

/** What the grid knows of each square. */
function useCells(model: SetupModel, covered: Color | undefined): (square: Square) => CellView {
  const t = useTranslate()
  const texts = useBoardTexts()
  const { position, held } = model.state.value
  return (square) => {
    const stack = position.board[square]
    const isChosen = held?.kind === 'stack' && held.square === square
    const state = isChosen ? 'selected' : undefined
    return {
      label:
        covered !== undefined && isOf(covered, square)
          ? t('setup.hidden', { square: formatSquare(square) })
          : texts.square({ square, stack, state, landings: undefined }),
      isChosen,
      isMovable: stack !== undefined,
      isLanding: held !== undefined && isOpen(model.task, square),
    }
  }
}

function isOf(color: Color, square: Square): boolean {
  return (color === 'black') === square < SQUARE_COUNT / 2
}

/** The piece or stack being carried, as a stack to draw. */
function stackIn(board: readonly (Stack | undefined)[], held: Held): Stack | undefined {
  return held.kind === 'piece' ? single(held.piece) : board[held.square]
}

/** The squares with errors. */
function squaresOf(model: SetupModel): readonly Square[] {
  return model.findings.value.flatMap((finding) => ('squares' in finding ? finding.squares : []))
}
