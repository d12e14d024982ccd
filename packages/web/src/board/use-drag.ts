import type { Color, Square } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { BOARD_SIZE, type Point, squareAtPoint } from './geometry.ts'

/** What dragging and long presses lead to. */
export interface DragHandlers {
  readonly canChoose: (square: Square) => boolean
  readonly onStart: (square: Square) => void
  readonly onOver: (square: Square | undefined) => void
  readonly onDrop: (square: Square | undefined) => void
  readonly onLongPress: (square: Square) => void
}

/** A press that has become a drag: what is carried, and where it is in the drawing. */
export interface Drag {
  readonly square: Square
  readonly at: Point
}

/**
 * Pointer input over the whole board. A press that stays put is left to `click`; one that moves carries
 * the piece; one that stays long asks about the stack.
 */
export function useDrag(
  board: RefObject<HTMLElement | null>,
  orientation: Color,
  handlers: DragHandlers,
) {
  const [drag, setDrag] = useState<Drag | undefined>(undefined)
  const pressed = useRef<Press | undefined>(undefined)
  const isClickEaten = useRef(false)

  const pointOf = (event: PointerEvent): Point => {
    const box = board.current?.getBoundingClientRect()
    if (box === undefined) return { x: 0, y: 0 }
    const scale = BOARD_SIZE / box.width
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
  }
  const release = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
    setDrag(undefined)
  }

  return {
    drag,
    /** Was the click that follows part of a drag or long press? Asking forgets it. */
    eatsClick: () => {
      const isEaten = isClickEaten.current
      isClickEaten.current = false
      return isEaten
    },
    onPointerDown: (event: PointerEvent) => {
      isClickEaten.current = false
      const start = pointOf(event)
      const square = squareAtPoint(start, orientation)
      if (event.button !== 0 || square === undefined) return
      const timer = setTimeout(() => {
        isClickEaten.current = true
        pressed.current = undefined
        setDrag(undefined)
        handlers.onLongPress(square)
      }, LONG_PRESS_MS)
      pressed.current = { square, start, timer, pointerId: event.pointerId, isDragging: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const press = pressed.current
      const at = pointOf(event)
      if (press === undefined) {
        if (event.pointerType === 'mouse') handlers.onOver(squareAtPoint(at, orientation))
        return
      }
      if (!press.isDragging) {
        if (Math.hypot(at.x - press.start.x, at.y - press.start.y) < THRESHOLD) return
        clearTimeout(press.timer)
        if (!handlers.canChoose(press.square)) return
        press.isDragging = true
        board.current?.setPointerCapture(press.pointerId)
        handlers.onStart(press.square)
      }
      setDrag({ square: press.square, at })
      handlers.onOver(squareAtPoint(at, orientation))
    },
    onPointerUp: (event: PointerEvent) => {
      const press = pressed.current
      release()
      if (press?.isDragging !== true) return
      isClickEaten.current = true
      handlers.onDrop(squareAtPoint(pointOf(event), orientation))
    },
    onPointerCancel: () => {
      const wasDragging = pressed.current?.isDragging === true
      release()
      if (wasDragging) handlers.onDrop(undefined)
    },
    onPointerLeave: () => {
      if (pressed.current === undefined) handlers.onOver(undefined)
    },
  }
}

// --- internal ---

interface Press {
  readonly square: Square
  readonly start: Point
  readonly timer: ReturnType<typeof setTimeout>
  readonly pointerId: number
  isDragging: boolean
}

const LONG_PRESS_MS = 550
/** Units of the drawing that a finger may tremble before it drags. */
const THRESHOLD = 14
