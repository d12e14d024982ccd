import {
  type Color,
  formatSquare,
  type Move,
  ownerOf,
  type Path,
  type Position,
  SQUARES,
  type Square,
} from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { handleKey } from './keys.ts'
import {
  type BoardScene,
  type BoardState,
  type Confirmation,
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
  /** A path to show while nobody points at one, such as the last move's. */
  readonly shownPath?: Path | undefined
  /** A way that is not allowed, shown crossed out until the next press. */
  readonly missedPath?: Path | undefined
  /** How a landing is confirmed; at once if absent. */
  readonly confirmation?: Confirmation
  /** Are moves shown hop by hop? Never where the person wants little motion. */
  readonly isAnimated?: boolean
  readonly showCoordinates?: boolean
  readonly label: string
  readonly texts: BoardTexts
  /** Takes every press instead of the board, where a square is asked for and not a move. */
  readonly onPick?: ((square: Square) => void) | undefined
  /** Called when somebody wants to see what is in a stack. */
  readonly onInspect?: (square: Square) => void
  readonly onPreview?: (preview: MovePreview | undefined) => void
  /** Called at every press: with why it did nothing, or with nothing when it did something. */
  readonly onRefused?: (why: string | undefined) => void
  /** Called when a landing begins or ceases to wait for its confirmation. */
  readonly onPending?: (move: Move | undefined) => void
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
  const [said, setSaid] = useState<Said>(SILENCE)
  const [missed, setMissed] = useState(props.missedPath)
  const running = useFlight({
    position,
    lastMove,
    orientation,
    isAnimated: props.isAnimated === true,
  })
  const hands: Hands = { props, scene, state, setState, setSaid, setMissed, board }

  // Before anybody can press again: an effect after painting would drop what was chosen meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position is the occasion.
  useLayoutEffect(() => setState(cancel), [position])
  const before = useRef(position)
  useEffect(() => {
    const made = lastMove && position.board[lastMove.to]
    if (lastMove !== undefined && made !== undefined && before.current !== position) {
      const told = { before: before.current, move: lastMove, made, by: ownerOf(made) }
      setSaid({ text: texts.moved(told), isUrgent: false })
    }
    before.current = position
  }, [position, lastMove, texts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position puts away what the old one showed.
  useEffect(() => setMissed(props.missedPath), [position, props.missedPath])

  const { chosen, pointed, pending } = state
  const preview = useMemo(
    () => previewOf(scene, { chosen, pointed, pending }),
    [scene, chosen, pointed, pending],
  )
  const { onPreview } = props
  useEffect(() => onPreview?.(preview), [preview, onPreview])
  const waiting = useMemo(
    () =>
      chosen === undefined || pending === undefined ? undefined : { from: chosen, to: pending },
    [chosen, pending],
  )
  const { onPending } = props
  useEffect(() => onPending?.(waiting), [waiting, onPending])

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
    said,
    missed,
    preview,
    drag,
    pointerHandlers,
    running,
    inspect: (square: Square) => inspect(hands, square),
    press: (square: Square) => {
      if (eatsClick()) return
      running.skip()
      pressSquare(hands, square)
    },
    focus: (square: Square) => setState((now) => ({ ...now, cursor: square, pointed: square })),
    onKeyDown: (event: KeyboardEvent) => {
      running.skip()
      const isOurs = handleKey(event, scene, state, {
        walkTo: (next) => walkTo(hands, next),
        press: (square) => pressSquare(hands, square),
        inspect: (square) => inspect(hands, square),
        cancel: () => letGo(hands),
      })
      if (isOurs) event.preventDefault()
    },
  }
}

// --- internal ---

/** What a screen reader is told; at once where somebody has to know before going on. */
interface Said {
  readonly text: string
  readonly isUrgent: boolean
}

const SILENCE: Said = { text: '', isUrgent: false }

/** What the handlers work with: the board as it was last rendered, and the ways to change it. */
interface Hands {
  readonly props: BoardProps
  readonly scene: BoardScene
  readonly state: BoardState
  readonly setState: (next: BoardState | ((now: BoardState) => BoardState)) => void
  readonly setSaid: (said: Said) => void
  readonly setMissed: (path: Path | undefined) => void
  readonly board: RefObject<HTMLElement | null>
}

function pressSquare(hands: Hands, square: Square): void {
  const { props, scene, state, setState, setSaid, setMissed } = hands
  const { texts, onMove, onRefused, onPick, position } = props
  if (onPick !== undefined) {
    setState({ ...state, cursor: square })
    return onPick(square)
  }
  const pressed = press(scene, state, square, props.confirmation)
  const { chosen, pending } = pressed.state
  const isUseless = pressed.move === undefined && pending === undefined
  const refusal = isUseless ? refusalOf(scene, state, square) : undefined
  const refused = refusal && texts.refused(refusal, square, position)
  setState(pressed.state)
  setMissed(refusal?.kind === 'miss' && 'path' in refusal.miss ? refusal.miss.path : undefined)
  onRefused?.(refused)
  if (refused !== undefined) return setSaid({ text: refused, isUrgent: true })
  if (pressed.move !== undefined) return onMove?.(pressed.move)
  const say = (text: string) => setSaid({ text, isUrgent: false })
  if (chosen !== undefined && pending !== undefined) {
    const points = previewOf(scene, pressed.state)?.points ?? 0
    say(texts.pending({ from: chosen, to: pending }, points))
  } else if (chosen !== undefined) say(texts.chose(chosen, landingsOf(scene, pressed.state)))
  else if (state.chosen !== undefined) say(texts.cancelled())
}

function letGo({ props, state, setState, setSaid }: Hands): void {
  setState(cancel(state))
  setSaid({ text: props.texts.cancelled(), isUrgent: false })
}

function drop(hands: Hands, square: Square | undefined, suppressFlight: () => void): void {
  const { props, scene, state, setState } = hands
  const landed = square === undefined ? undefined : press(scene, state, square, props.confirmation)
  if (landed?.state.pending !== undefined) return setState(landed.state)
  setState(cancel)
  if (landed?.move === undefined) return
  suppressFlight()
  props.onMove?.(landed.move)
}

function inspect({ props }: Hands, square: Square): void {
  if (props.position.board[square] !== undefined) props.onInspect?.(square)
}

function walkTo({ setState, board }: Hands, next: BoardState): void {
  setState(next)
  // At once, not in an effect: a second key may come before that, and would start from the wrong square.
  const cell = board.current?.querySelector(`[data-square="${formatSquare(next.cursor)}"]`)
  if (cell instanceof HTMLElement) cell.focus()
}
