import {
  type Color,
  formatSquare,
  type Position,
  SQUARE_COUNT,
  SQUARES,
  type Square,
} from '@hokito/rules'
import { useRef, useState } from 'preact/hooks'
import { BoardDrawing } from '../../board/BoardDrawing.tsx'
import { SquareGrid } from '../../board/SquareGrid.tsx'
import { WALKING_KEYS, walkFrom } from '../../board/state.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { Blanks } from './Blanks.tsx'
import '../../board/board.css'
import './setup.css'

interface PlacedBoardProps {
  /** The visible pieces. */
  readonly position: Position
  /** The side that sits below. */
  readonly orientation: Color
  /** The sides whose pieces are hidden. A side that has placed all stands there covered. */
  readonly hidden: readonly { readonly color: Color; readonly isPlaced: boolean }[]
}

/** A board that can no longer be changed, with sides that are still hidden. */
export function PlacedBoard({ position, orientation, hidden }: PlacedBoardProps) {
  const t = useTranslate()
  const texts = useBoardTexts()
  const { coordinates } = useServices().settings.settings.value
  const board = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<Square>(orientation === 'black' ? 0 : SQUARE_COUNT - 1)
  const walk = (event: KeyboardEvent) => {
    const walking = WALKING_KEYS.find((key) => key === event.key)
    if (walking === undefined) return
    event.preventDefault()
    const next = walkFrom(cursor, orientation, walking)
    setCursor(next)
    const cell = board.current?.querySelector(`[data-square="${formatSquare(next)}"]`)
    if (cell instanceof HTMLElement) cell.focus()
  }
  return (
    <div class="setup-board">
      <div class="board" ref={board}>
        <BoardDrawing position={position} orientation={orientation} showCoordinates={coordinates}>
          {hidden.map(({ color, isPlaced }) => (
            <Blanks
              key={color}
              squares={SQUARES.filter((square) => isOf(color, square))}
              orientation={orientation}
              isCovered={isPlaced}
            />
          ))}
        </BoardDrawing>
        <SquareGrid
          orientation={orientation}
          cursor={cursor}
          cellOf={(square) => ({
            label: hidden.some(({ color, isPlaced }) => isPlaced && isOf(color, square))
              ? t('setup.hidden', { square: formatSquare(square) })
              : texts.square({
                  square,
                  stack: position.board[square],
                  state: undefined,
                  landings: undefined,
                }),
            isChosen: false,
            isMovable: false,
            isLanding: false,
          })}
          label={t('game.boardLabel')}
          onKeyDown={walk}
          onPress={() => {}}
          onFocus={setCursor}
          onInspect={() => {}}
        />
      </div>
    </div>
  )
}

// --- internal ---

function isOf(color: Color, square: Square): boolean {
  return (color === 'black') === square < SQUARE_COUNT / 2
}
