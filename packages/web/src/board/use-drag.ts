import { BOARD_SIZE, type Point } from '@hokito/picture/parts'
import type { Square } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The effects of drags and long presses; `S` names what can be pressed and carried. */
export interface DragHandlers<S> {
  /** The object under a press, which may be beside the drawing; undefined if there is none. */
  readonly sourceAt: (event: PointerEvent, at: Point) => S | undefined
  /** The square that is seen at a point of the drawing. */
  readonly squareAt: (at: Point) => Square | undefined
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

/** The input of {@link useDrag}, with handlers for the element that holds all that can be pressed. */
export interface DragInput<S> extends PointerHandlers {
  readonly drag: Drag<S> | undefined
  /** Was the coming click part of a drag or long press? Asking clears the answer. */
  readonly eatsClick: () => boolean
}

export interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onPointerCancel: () => void
  readonly onPointerLeave: () => void
}

/**
 * Pointer input over the whole board and its surroundings. A press that stays put is left to
 * `click`; one that moves carries the piece; a long one of a finger asks to inspect the stack.
 */
export function useDrag<S>(
  board: RefObject<HTMLElement | null>,
  handlers: DragHandlers<S>,
): DragInput<S> {
  const [drag, setDrag] = useState<Drag<S> | undefined>(undefined)
  const pressed = useRef<Press<S> | undefined>(undefined)
  const { eatClick, eatsClick } = useEatenClick()
  useStillPage(
    board,
    () => pressed.current !== undefined && handlers.canTake(pressed.current.source),
  )
  const forget = () => {
    pressed.current = undefined
    setDrag(undefined)
  }
  const endsDrag = () => {
    const press = pressed.current
    clearTimeout(press?.timer)
    forget()
    return press?.isDragging
  }
  const cancel = () => {
    if (endsDrag()) handlers.onCancel()
  }
  return {
    drag,
    eatsClick,
    onPointerDown: (event) => {
      // A second finger zooms or scrolls, so the first one no longer presses.
      if (!event.isPrimary) return cancel()
      eatClick(false)
      const start = pointIn(board, event)
      const source = handlers.sourceAt(event, start)
      if (event.button !== 0 || source === undefined) return
      const timer = isTouch(event)
        ? setTimeout(() => {
            eatClick(true)
            forget()
            handlers.onLongPress(source)
          }, LONG_PRESS_MS)
        : undefined
      pressed.current = { source, start, timer, pointerId: event.pointerId, isDragging: false }
    },
    onPointerMove: (event) => {
      const press = pressed.current
      const at = pointIn(board, event)
      if (press === undefined && event.pointerType !== 'mouse') return
      if (press !== undefined && !isDrag(press, at, board, handlers)) return
      if (press !== undefined) setDrag({ source: press.source, at })
      handlers.onOver(handlers.squareAt(at))
    },
    onPointerUp: (event) => {
      if (!endsDrag()) return
      eatClick(true)
      handlers.onDrop(handlers.squareAt(pointIn(board, event)))
    },
    onPointerCancel: cancel,
    onPointerLeave: () => {
      if (pressed.current === undefined) handlers.onOver(undefined)
    },
  }
}

/**
 * The point of a press in the drawing. Undefined without a pointer: a screen reader's click and the
 * key of the context menu mean the focused square, wherever the browser places them.
 */
export function pressedPoint(
  board: RefObject<HTMLElement | null>,
  event: MouseEvent,
): Point | undefined {
  const isPlaced =
    event.type === 'click'
      ? event.detail > 0
      : event.button === RIGHT_BUTTON || event.ctrlKey || isTouch(event)
  return isPlaced ? pointIn(board, event) : undefined
}

/** Did a press meet the drawing itself, where no cell lies over it? */
export function isOnDrawing({ target }: MouseEvent): boolean {
  return target instanceof SVGElement
}

// --- internal ---

const RIGHT_BUTTON = 2

/** Remembers whether the coming click is part of a drag or a long press. */
function useEatenClick() {
  const isEaten = useRef(false)
  return {
    eatClick: (isPart: boolean) => {
      isEaten.current = isPart
    },
    eatsClick: () => {
      const isPart = isEaten.current
      isEaten.current = false
      return isPart
    },
  }
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && ['touch', 'pen'].includes(event.pointerType)
}

/**
 * Keeps the page from scrolling under a finger that carries a piece. The style sheet does that for
 * the piece's own square, but a high stack leans over squares that scroll the page.
 */
function useStillPage(board: RefObject<HTMLElement | null>, isCarrying: () => boolean): void {
  const latest = useRef(isCarrying)
  latest.current = isCarrying
  useEffect(() => {
    const element = board.current
    const hold = (event: TouchEvent) => {
      if (event.touches.length === 1 && event.cancelable && latest.current()) event.preventDefault()
    }
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [board])
}

/** The point of an event in the drawing. */
function pointIn(board: RefObject<HTMLElement | null>, event: MouseEvent): Point {
  const box = board.current?.getBoundingClientRect()
  if (box === undefined) return { x: 0, y: 0 }
  const scale = BOARD_SIZE / box.width
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
}

/** Is the press a drag? It becomes one when it has moved far enough and its source can be taken. */
function isDrag<S>(
  press: Press<S>,
  at: Point,
  board: RefObject<HTMLElement | null>,
  handlers: DragHandlers<S>,
): boolean {
  if (!press.isDragging && Math.hypot(at.x - press.start.x, at.y - press.start.y) >= THRESHOLD) {
    clearTimeout(press.timer)
    if (handlers.canTake(press.source)) {
      press.isDragging = true
      board.current?.setPointerCapture(press.pointerId)
      handlers.onStart(press.source)
    }
  }
  return press.isDragging
}

interface Press<S> {
  readonly source: S
  readonly start: Point
  /** Undefined with a mouse, whose right button inspects: a slow click is still a click. */
  readonly timer: ReturnType<typeof setTimeout> | undefined
  readonly pointerId: number
  isDragging: boolean
}

const LONG_PRESS_MS = 550
/** How far a finger may tremble before a drag starts, in units of the drawing. */
const THRESHOLD = 14
