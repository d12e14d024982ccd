import { BOARD_SIZE, type Point } from '@hokito/picture/measures'
import type { Color, Square } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { squareAtPoint } from './geometry.ts'

/** The effects of drags and long presses; `S` names what can be pressed and carried. */
export interface DragHandlers<S> {
  /** The object under a press, which may be beside the drawing; undefined if there is none. */
  readonly sourceAt: (event: PointerEvent, at: Point) => S | undefined
  readonly canTake: (source: S) => boolean
  readonly onStart: (source: S) => void
  readonly onOver: (square: Square | undefined) => void
  /** The square is undefined if the piece was dropped outside all squares. */
  readonly onDrop: (square: Square | undefined) => void
  /** Called when the browser takes the pointer away. */
  readonly onCancel: () => void
  readonly onLongPress: (source: S) => void
}

/** A press that has become a drag: the carried object, and its place in the drawing. */
export interface Drag<S> {
  readonly source: S
  readonly at: Point
}

/**
 * Pointer input over the whole board and its surroundings. A press that stays put is left to
 * `click`; one that moves carries the piece; a long one asks to inspect the stack.
 */
export function useDrag<S>(
  board: RefObject<HTMLElement | null>,
  orientation: Color,
  handlers: DragHandlers<S>,
) {
  const [drag, setDrag] = useState<Drag<S> | undefined>(undefined)
  const pressed = useRef<Press<S> | undefined>(undefined)
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
    /** Was the coming click part of a drag or long press? Asking clears the answer. */
    eatsClick: () => {
      const isEaten = isClickEaten.current
      isClickEaten.current = false
      return isEaten
    },
    onPointerDown: (event: PointerEvent) => {
      isClickEaten.current = false
      const start = pointOf(event)
      const source = handlers.sourceAt(event, start)
      if (event.button !== 0 || source === undefined) return
      const timer = setTimeout(() => {
        isClickEaten.current = true
        pressed.current = undefined
        setDrag(undefined)
        handlers.onLongPress(source)
      }, LONG_PRESS_MS)
      pressed.current = { source, start, timer, pointerId: event.pointerId, isDragging: false }
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
        if (!handlers.canTake(press.source)) return
        press.isDragging = true
        board.current?.setPointerCapture(press.pointerId)
        handlers.onStart(press.source)
      }
      setDrag({ source: press.source, at })
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
      if (wasDragging) handlers.onCancel()
    },
    onPointerLeave: () => {
      if (pressed.current === undefined) handlers.onOver(undefined)
    },
  }
}

// --- internal ---

interface Press<S> {
  readonly source: S
  readonly start: Point
  readonly timer: ReturnType<typeof setTimeout>
  readonly pointerId: number
  isDragging: boolean
}

const LONG_PRESS_MS = 550
/** How far a finger may tremble before a drag starts, in units of the drawing. */
const THRESHOLD = 14
