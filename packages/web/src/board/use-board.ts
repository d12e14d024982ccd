import {
  type Color,
  formatSquare,
  type Move,
  ownerOf,
  type Position,
  SQUARES,
  type Square,
} from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type BoardScene,
  type BoardState,
  canChoose,
  cancel,
  INITIAL_STATE,
  landingsOf,
  type Movable,
  type MovePreview,
  point,
  press,
  previewOf,
  refusalOf,
  sceneOf,
  WALKING_KEYS,
  walk,
} from './state.ts'
import type { BoardTexts } from './texts.ts'
import { useDrag } from './use-drag.ts'
import { useFlight } from './use-flight.ts'

/** What the board shows and what it tells. */
export interface BoardProps {
  readonly position: Position
  /** Whose side lies below. */
  readonly orientation: Color
  readonly movable: Movable
  /** Called for legal moves only. */
  readonly onMove?: (move: Move) => void
  readonly lastMove?: Move | undefined
  /** Shown with its path until the next choice. */
  readonly hint?: Move | undefined
  readonly highlight?: readonly Square[] | undefined
  /** Are moves shown hop by hop? Never where the person wants little motion. */
  readonly isAnimated?: boolean
  readonly showCoordinates?: boolean
  readonly label: string
  readonly texts: BoardTexts
  readonly onPreview?: (preview: MovePreview | undefined) => void
  /** Called at every press: with why it did nothing, or with nothing when it did something. */
  readonly onRefused?: (why: string | undefined) => void
}

/** What a person does at the board and what comes of it: presses, drags, keys, words and flights. */
export function useBoard(props: BoardProps, board: RefObject<HTMLElement | null>) {
  const { position, orientation, movable, lastMove, texts } = props
  const scene = useMemo(
    () => sceneOf(position, movable, orientation),
    [position, movable, orientation],
  )
  const [state, setState] = useState<BoardState>(() => ({
    ...INITIAL_STATE,
    cursor: orientation === 'black' ? 0 : SQUARES.length - 1,
  }))
  const [inspected, setInspected] = useState<Square | undefined>(undefined)
  const [spoken, setSpoken] = useState('')
  const running = useFlight({
    position,
    lastMove,
    orientation,
    isAnimated: props.isAnimated === true,
  })
  const hands: Hands = { props, scene, state, setState, setSpoken, setInspected, board }

  useEffect(() => {
    setState(cancel)
    const made = lastMove && position.board[lastMove.to]
    if (lastMove !== undefined && made !== undefined) {
      setSpoken(texts.moved(lastMove, made, ownerOf(made)))
    }
  }, [position, lastMove, texts])

  const preview = previewOf(scene, state)
  const { onPreview } = props
  useEffect(() => {
    onPreview?.(preview)
    // The preview is a new object at every rendering; what it shows changes with these only.
  }, [position, state.chosen, state.pointed])

  const { drag, eatsClick, ...pointerHandlers } = useDrag(board, orientation, {
    canChoose: (square) => canChoose(scene, square),
    onStart: (square) => setState({ ...state, chosen: square, cursor: square }),
    onOver: (square) => setState((now) => point(now, square)),
    onDrop: (square) => drop(hands, square, running.suppressNext),
    onLongPress: (square) => inspect(hands, square),
  })

  return {
    scene,
    state,
    spoken,
    preview,
    drag,
    pointerHandlers,
    running,
    inspected,
    inspect: (square: Square) => inspect(hands, square),
    closeInspect: () => setInspected(undefined),
    press: (square: Square) => {
      if (eatsClick()) return
      running.skip()
      pressSquare(hands, square)
    },
    focus: (square: Square) => setState((now) => ({ ...now, cursor: square, pointed: square })),
    onKeyDown: (event: KeyboardEvent) => {
      running.skip()
      if (!handleKey(hands, event)) return
      event.preventDefault()
    },
  }
}

// --- internal ---

/** What the handlers work with: the board as it was last rendered, and the ways to change it. */
interface Hands {
  readonly props: BoardProps
  readonly scene: BoardScene
  readonly state: BoardState
  readonly setState: (next: BoardState | ((now: BoardState) => BoardState)) => void
  readonly setSpoken: (text: string) => void
  readonly setInspected: (square: Square | undefined) => void
  readonly board: RefObject<HTMLElement | null>
}

function pressSquare({ props, scene, state, setState, setSpoken }: Hands, square: Square): void {
  const { texts, onMove, onRefused } = props
  const pressed = press(scene, state, square)
  const refusal = pressed.move === undefined ? refusalOf(scene, state, square) : undefined
  const refused = refusal && texts.refused(refusal, square, state.chosen)
  setState(pressed.state)
  onRefused?.(refused)
  if (refused !== undefined) return setSpoken(refused)
  if (pressed.move !== undefined) return onMove?.(pressed.move)
  const { chosen } = pressed.state
  if (chosen !== undefined) setSpoken(texts.chose(chosen, landingsOf(scene, pressed.state)))
  else if (state.chosen !== undefined) setSpoken(texts.cancelled())
}

function drop(hands: Hands, square: Square | undefined, suppressFlight: () => void): void {
  const { props, scene, state, setState } = hands
  const landed = square === undefined ? undefined : press(scene, state, square)
  setState(cancel)
  if (landed?.move === undefined) return
  suppressFlight()
  props.onMove?.(landed.move)
}

function inspect({ props, setInspected }: Hands, square: Square): void {
  if (props.position.board[square] !== undefined) setInspected(square)
}

/** Was the key one of the board's? */
function handleKey(hands: Hands, event: KeyboardEvent): boolean {
  const { scene, state, setState, setSpoken, props } = hands
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const key = WALKING_KEYS.find((walking) => walking === event.key)
  if (key !== undefined) walkTo(hands, walk(scene, state, key))
  else if (event.key === 'Enter' || event.key === ' ') pressSquare(hands, state.cursor)
  else if (event.key === 'i') inspect(hands, state.cursor)
  else if (event.key === 'Escape' && state.chosen !== undefined) {
    setState(cancel(state))
    setSpoken(props.texts.cancelled())
  } else return false
  return true
}

function walkTo({ setState, board }: Hands, next: BoardState): void {
  setState(next)
  // At once, not in an effect: a second key may come before that, and would start from the wrong square.
  const cell = board.current?.querySelector(`[data-square="${formatSquare(next.cursor)}"]`)
  if (cell instanceof HTMLElement) cell.focus()
}
