import type { Point } from '@hokito/picture/parts'
import { COLORS, type Color, formatSquare, type Square, VALUES } from '@hokito/rules'
import type { RefObject } from 'preact'
import { squareAtPoint } from '../../board/geometry.ts'
import type { Held } from '../../board/setup-state.ts'
import { WALKING_KEYS, walkFrom } from '../../board/state.ts'
import { isOnDrawing, pressedPoint, useDrag } from '../../board/use-drag.ts'
import type { SetupModel } from '../../models/game/setup-model.ts'
import { useKeys } from '../../ui/hooks.ts'

interface SetupBoardOptions {
  readonly board: RefObject<HTMLElement | null>
  readonly orientation: Color
  readonly onInspect: (square: Square) => void
}

/** The input of a setup board: drags from squares and trays, and keys. */
export function useSetupBoard(model: SetupModel, options: SetupBoardOptions) {
  const { board, orientation, onInspect } = options
  const squareAt = (at: Point) => squareAtPoint(at, orientation, model.position.peek().board)
  const { drag, eatsClick, ...pointerHandlers } = useDrag<Held>(board, {
    squareAt,
    sourceAt: (event, at) => {
      const piece = pieceUnder(event.target)
      const square = squareAt(at)
      return piece ?? (square === undefined ? undefined : { kind: 'stack', square })
    },
    canTake: (source) => canTake(model, source),
    onStart: model.hold,
    onOver: () => {},
    onDrop: model.drop,
    onCancel: model.letGo,
    onLongPress: (source) => {
      if (source.kind === 'stack') onInspect(source.square)
    },
  })
  const seenBy = (event: MouseEvent) => {
    const at = pressedPoint(board, event)
    return at && squareAt(at)
  }
  const pressSeen = (square: Square | undefined) => {
    if (!eatsClick() && square !== undefined) model.press(square)
  }
  useKeys((event) => {
    if (actOnPage(event.key, model)) event.preventDefault()
  })
  return {
    drag,
    eatsClick,
    pointerHandlers,
    press: (square: Square, event: MouseEvent) => pressSeen(seenBy(event) ?? square),
    inspect: (square: Square, event: MouseEvent) => onInspect(seenBy(event) ?? square),
    /** For presses on stacks that rise over the edge of the board. */
    boardHandlers: {
      onClick: (event: MouseEvent) => {
        if (isOnDrawing(event)) pressSeen(seenBy(event))
      },
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (actOnBoard(event.key, model, options)) event.preventDefault()
    },
  }
}

// --- internal ---

function pieceUnder(target: EventTarget | null): Held | undefined {
  const button = target instanceof Element ? target.closest('[data-piece]') : null
  const name = button?.getAttribute('data-piece')
  for (const color of COLORS) {
    for (const value of VALUES) {
      if (name === `${color}-${value}`) return { kind: 'piece', piece: { color, value } }
    }
  }
  return undefined
}

function canTake(model: SetupModel, held: Held): boolean {
  return held.kind === 'piece'
    ? model.rest.peek()[held.piece.color][held.piece.value] > 0
    : model.position.peek().board[held.square] !== undefined
}

/** Keys that work wherever the focus is; returns false for every other key. */
function actOnPage(key: string, model: SetupModel): boolean {
  const value = VALUES.find((each) => String(each) === key)
  const color = COLORS.find((each) => each[0] === key)
  if (value !== undefined) model.takeValue(value)
  else if (color !== undefined) model.chooseSide(color)
  else if (key === 'u' || key === 'z') model.undo()
  else if (key === 'r' || key === 'y') model.redo()
  else if (key === 'Escape' && model.state.peek().held !== undefined) model.letGo()
  else return false
  return true
}

/** Keys of the board itself; returns false for every other key. */
function actOnBoard(
  key: string,
  model: SetupModel,
  { board, orientation, onInspect }: SetupBoardOptions,
): boolean {
  const { cursor } = model.state.peek()
  const walking = WALKING_KEYS.find((each) => each === key)
  if (walking !== undefined) {
    const next = walkFrom(cursor, orientation, walking)
    model.goTo(next)
    const cell = board.current?.querySelector(`[data-square="${formatSquare(next)}"]`)
    if (cell instanceof HTMLElement) cell.focus()
  } else if (key === 'Enter' || key === ' ') model.press(cursor)
  else if (key === 'Delete' || key === 'Backspace') model.putBack(cursor)
  else if (key === 'i') onInspect(cursor)
  else return false
  return true
}
