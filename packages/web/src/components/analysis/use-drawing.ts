import { BOARD_SIZE } from '@hokito/picture/parts'
import { type Color, formatSquare, parseSquare, type Square } from '@hokito/rules'
import { type ReadonlySignal, signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { squareAtPoint } from '../../board/geometry.ts'
import type { Saying } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { hasShape, type Shape } from '../../models/analysis/shapes.ts'
import { type AnnouncerModel, announce } from '../../ui/Announcer.tsx'
import { useKeys } from '../../ui/hooks.ts'
import { describeShape } from '../../words/shapes.ts'

/** Drawing arrows and highlighting squares on the board of an analysis. */
export interface Drawing {
  /** Do all presses on the board draw? Otherwise only those with Shift and with the right button. */
  readonly isOn: ReadonlySignal<boolean>
  /** The shape that is being drawn. */
  readonly begun: ReadonlySignal<Shape | undefined>
  readonly toggle: () => void
  readonly clear: () => void
  /** For an element around the board. They come before those of the board. */
  readonly handlers: DrawingHandlers
}

interface DrawingHandlers {
  readonly onPointerDownCapture: (event: BoardEvent<PointerEvent>) => void
  readonly onPointerMoveCapture: (event: BoardEvent<PointerEvent>) => void
  readonly onPointerUpCapture: (event: BoardEvent<PointerEvent>) => void
  readonly onPointerCancelCapture: () => void
  readonly onClickCapture: (event: BoardEvent<MouseEvent>) => void
  readonly onContextMenuCapture: (event: BoardEvent<MouseEvent>) => void
  readonly onKeyDownCapture: (event: BoardEvent<KeyboardEvent>) => void
}

type BoardEvent<E extends Event> = E & { readonly currentTarget: HTMLElement }

interface DrawingOptions {
  readonly model: AnalysisModel
  readonly announcer: AnnouncerModel
  readonly orientation: Color
  /** Whether the player only reads. */
  readonly isOff: boolean
}

/**
 * Drawing with a pointer and with keys. A drag with the right button or with Shift draws an arrow,
 * a press with Shift highlights a square, and while drawing is switched on every drag and press does.
 * With keys, Enter on two squares draws an arrow, and twice on one highlights it.
 * Undefined for a player who only reads.
 */
export function useDrawing(options: DrawingOptions): Drawing | undefined {
  const latest = useRef(options)
  latest.current = options
  const drawing = useMemo(() => createDrawing(() => latest.current), [])
  useKeys((event) => {
    if (!options.isOff && drawing.pressKey(event.key)) event.preventDefault()
  })
  return options.isOff ? undefined : drawing
}

// --- internal ---

const RIGHT_BUTTON = 2

function createDrawing(options: () => DrawingOptions) {
  const isOn = signal(false)
  const begun = signal<Shape | undefined>(undefined)
  const say = (saying: Saying) => announce(options().announcer, saying)

  function draw(shape: Shape): void {
    const { model } = options()
    begun.value = undefined
    const isThere = hasShape(model.shapes.peek(), shape)
    const isDone = model.toggleShape(shape)
    say((t) => {
      if (!isDone) return t('analysis.draw.full')
      return t(isThere ? 'analysis.draw.erased' : 'analysis.draw.drawn', {
        shape: describeShape(t, shape),
      })
    })
  }

  /** Without a pointer: the first square begins, the second one ends. */
  function pick(square: Square): void {
    const from = begun.peek()?.from
    if (from !== undefined) return draw({ from, to: square })
    begun.value = { from: square, to: square }
    say((t) => t('analysis.draw.begun', { square: formatSquare(square) }))
  }

  function toggle(): void {
    isOn.value = !isOn.peek()
    begun.value = undefined
  }

  return {
    ...{ isOn, begun, toggle },
    clear: () => {
      if (options().model.clearShapes()) say((t) => t('analysis.draw.cleared'))
    },
    pressKey: (key: string): boolean => {
      if (key === 'd') {
        toggle()
        // The line below the board says that it is on.
        if (!isOn.peek()) say((t) => t('analysis.draw.off'))
      } else if (key === 'Escape' && begun.peek() !== undefined) begun.value = undefined
      else if (key === 'Escape' && isOn.peek()) toggle()
      else return false
      return true
    },
    handlers: handlersOf({ isOn, begun, draw, pick, options }),
  }
}

interface HandlerOptions {
  readonly isOn: ReadonlySignal<boolean>
  readonly begun: { value: Shape | undefined; peek(): Shape | undefined }
  readonly draw: (shape: Shape) => void
  readonly pick: (square: Square) => void
  readonly options: () => DrawingOptions
}

function handlersOf(options: HandlerOptions): DrawingHandlers {
  const { isOn, pick } = options
  const pointer = pointerHandlersOf(options)
  const pickCell = (event: Event) => {
    const square = isOn.peek() ? cellOf(event) : undefined
    if (square === undefined) return
    keep(event)
    pick(square)
  }
  return {
    ...pointer.handlers,
    onClickCapture: (event) => (pointer.eatsClick() ? keep(event) : pickCell(event)),
    onContextMenuCapture: (event) => {
      // Some systems open the menu when the button goes down, before it is clear that a drag begins.
      if (event.isTrusted && event.button === RIGHT_BUTTON) keep(event)
    },
    onKeyDownCapture: (event) => {
      if (event.key === 'Enter' || event.key === ' ') pickCell(event)
    },
  }
}

function pointerHandlersOf({ isOn, begun, draw, options }: HandlerOptions) {
  /** The press under way. */
  let pressed: { readonly isRight: boolean } | undefined
  let eatsClick = false

  const squareSeen = (event: BoardEvent<MouseEvent>) => {
    const { model, orientation } = options()
    const box = event.currentTarget.getBoundingClientRect()
    const scale = BOARD_SIZE / box.width
    const at = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
    return squareAtPoint(at, orientation, model.position.peek().board)
  }

  return {
    /** Was the coming click the end of a press that drew? */
    eatsClick: () => eatsClick,
    handlers: {
      onPointerDownCapture: (event: BoardEvent<PointerEvent>) => {
        eatsClick = false
        const isRight = event.button === RIGHT_BUTTON
        const draws = isRight || (event.button === 0 && (isOn.peek() || event.shiftKey))
        const square = draws ? squareSeen(event) : undefined
        if (square === undefined) return
        pressed = { isRight }
        begun.value = { from: square, to: square }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.stopPropagation()
      },
      onPointerMoveCapture: (event: BoardEvent<PointerEvent>) => {
        const shape = begun.peek()
        if (pressed === undefined || shape === undefined) return
        event.stopPropagation()
        const to = squareSeen(event) ?? shape.from
        if (to !== shape.to) begun.value = { ...shape, to }
      },
      onPointerUpCapture: (event: BoardEvent<PointerEvent>) => {
        const shape = begun.peek()
        if (pressed === undefined || shape === undefined) return
        event.stopPropagation()
        const { isRight } = pressed
        pressed = undefined
        begun.value = undefined
        eatsClick = !isRight
        const to = squareSeen(event)
        if (to === undefined) return
        if (isRight && to === shape.from && !isOn.peek()) lookInto(event)
        else draw({ from: shape.from, to })
      },
      onPointerCancelCapture: () => {
        pressed = undefined
        begun.value = undefined
      },
    },
  }
}

function keep(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

/** The square of the board's cell that an event is about. */
function cellOf({ target }: Event): Square | undefined {
  const cell = target instanceof Element ? target.closest('[data-square]') : null
  const square = parseSquare(cell?.getAttribute('data-square') ?? '')
  return square.ok ? square.value : undefined
}

/** Passes a press with the right button on to the board, which shows the inside of the stack. */
function lookInto({ clientX, clientY }: MouseEvent): void {
  const menu = { bubbles: true, cancelable: true, button: RIGHT_BUTTON, clientX, clientY }
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(new MouseEvent('contextmenu', menu))
}
