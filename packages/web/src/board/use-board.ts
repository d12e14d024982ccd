import {
  type Color,
  formatSquare,
  isSamePosition,
  type Move,
  type Path,
  type Position,
  SQUARES,
  type Square,
} from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { squareAtPoint } from './geometry.ts'
import { handleKey, isForBoard } from './keys.ts'
import { isSameMade, type MadeMove } from './made.ts'
import { type BoardScene, canChoose, type Movable, sceneOf } from './scene.ts'
import {
  type BoardState,
  type Confirmation,
  cancel,
  choose,
  dropRefusalOf,
  INITIAL_STATE,
  leavingSuggestion,
  type MovePreview,
  type PressRefusal,
  point,
  press,
  previewMove,
  previewOf,
  refusalOf,
  stepBack,
  suggest,
} from './state.ts'
import type { BoardTexts, Refused, Said } from './texts.ts'
import { type Choice, choiceOf } from './trace.ts'
import { useDrag } from './use-drag.ts'
import { useFlight } from './use-flight.ts'
import { useOwnPath } from './use-own-path.ts'

/** What the board shows, and its callbacks. */
export interface BoardProps {
  readonly position: Position
  /** The side at the bottom. */
  readonly orientation: Color
  readonly movable: Movable
  /** Called for legal moves only. */
  readonly onMove?: (move: Move) => void
  /** The effect of the move that led here; absent at a beginning. */
  readonly lastMade?: MadeMove | undefined
  /**
   * Shown with its path until the next choice. If the player may move, its piece really is chosen,
   * so that pressing the shown square makes the move. A new object shows the same move again.
   */
  readonly hint?: Move | undefined
  /** A piece that is chosen for the player when the position appears. */
  readonly initiallyChosen?: Square | undefined
  readonly highlight?: readonly Square[] | undefined
  /** An illegal path, shown crossed out until the next press. */
  readonly missedPath?: Path | undefined
  /** How a landing is confirmed; not at all if absent. */
  readonly confirmation?: Confirmation
  /** Are moves shown hop by hop? Never if the player prefers reduced motion. */
  readonly isAnimated?: boolean
  readonly showCoordinates?: boolean
  /** Is the board the main thing on the page? Then its keys work anywhere on the page. */
  readonly isMain?: boolean
  readonly label: string
  readonly texts: BoardTexts
  /** Takes every press instead of the board, for a page that asks for a square and not a move. */
  readonly onPick?: ((square: Square) => void) | undefined
  /** Says why a piece is not the one to choose; the piece is then not chosen. */
  readonly whyNot?: ((square: Square) => string | undefined) | undefined
  /** Called when the player wants to see the inside of a stack. */
  readonly onInspect?: (square: Square) => void
  readonly onPreview?: (preview: MovePreview | undefined) => void
  /** Called at every press: with the reason if it did nothing, otherwise with undefined. */
  readonly onRefused?: (why: Refused | undefined) => void
  /** Called when a piece is chosen, makes a hop or is let go. */
  readonly onChosen?: (choice: Choice | undefined) => void
  /** Called when a landing starts or stops waiting for confirmation. */
  readonly onPending?: (move: Move | undefined) => void
  /** Called when a move starts its flight over the board, and when it has landed. */
  readonly onFlying?: (isFlying: boolean) => void
}

/**
 * Everything a player does at the board and its effects: presses, drags, keys, announcements and
 * flights.
 */
export function useBoard(props: BoardProps, board: RefObject<HTMLElement | null>) {
  const { orientation, movable } = props
  // A page that reads its game again has not moved: the choice stays, and nothing is announced
  // twice.
  const position = useSame(props.position, isSamePosition)
  const lastMade = useSame(props.lastMade, isSameMade)
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
  const [wrong, setWrong] = useState<WrongPress | undefined>(undefined)
  const ownPath = useOwnPath(lastMade?.move)
  const lastPath = ownPath.path ?? lastMade?.path
  const running = useFlight({
    position,
    lastMove: lastMade?.move,
    lastPath,
    orientation,
    isAnimated: props.isAnimated === true,
  })
  const dependencies: BoardDependencies = {
    props,
    scene,
    state,
    setState,
    setSaid,
    setMissed,
    setWrong,
    board,
    keepPath: ownPath.keep,
  }

  // Before the next press: an effect after painting would drop a choice made in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position is the occasion.
  useLayoutEffect(() => setState(cancel), [position])
  // A game that ends off the board, by resignation for example, leaves the position but nothing to
  // choose.
  const mayMove = movable !== 'none'
  useLayoutEffect(() => {
    if (!mayMove) setState(cancel)
  }, [mayMove])
  useSuggestions(props, scene, { board, setState, setMissed, setWrong, setSaid })
  const told = useRef({ position, lastMade })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path belongs to the move.
  useEffect(() => {
    const was = told.current
    told.current = { position, lastMade }
    if (was.position === position && was.lastMade === lastMade) return
    const path = ownPath.path ?? lastMade?.path
    setSaid(lastMade && path ? { kind: 'moved', made: { ...lastMade, path } } : SILENCE)
  }, [position, lastMade])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position puts away what the old one showed.
  useEffect(() => {
    setMissed(props.missedPath)
    setWrong(undefined)
    if (wrong !== undefined) props.onRefused?.(undefined)
  }, [position, props.missedPath])

  const { chosen, trace, pointed, pending } = state
  const preview = useMemo(
    () => previewOf(scene, { chosen, trace, pointed, pending }),
    [scene, chosen, trace, pointed, pending],
  )
  const choice = useMemo(() => choiceOf(scene, { chosen, trace }), [scene, chosen, trace])
  const { onPreview } = props
  useEffect(() => onPreview?.(preview), [preview, onPreview])
  const waiting = useMemo(
    () =>
      chosen === undefined || pending === undefined ? undefined : { from: chosen, to: pending },
    [chosen, pending],
  )
  const { onChosen } = props
  useEffect(() => onChosen?.(choice), [choice, onChosen])
  const { onPending } = props
  useEffect(() => onPending?.(waiting), [waiting, onPending])
  const isFlying = running.flight !== undefined
  const { onFlying } = props
  // Before the next paint, so that no player is asked for a move while the opponent's is in flight.
  useLayoutEffect(() => onFlying?.(isFlying), [isFlying, onFlying])

  const { drag, eatsClick, ...pointerHandlers } = useDrag(board, orientation, {
    sourceAt: (_, at) => squareAtPoint(at, orientation),
    canTake: (square) => canChoose(scene, square) && props.whyNot?.(square) === undefined,
    onStart: (square) => setState(choose(state, square)),
    onOver: (square) => setState((now) => point(now, square)),
    onDrop: (square) => drop(dependencies, square, running.suppressNext),
    onCancel: () => setState(cancel),
    onLongPress: (square) => inspect(dependencies, square),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    running.skip()
    const isOurs = handleKey(event, scene, state, {
      walkTo: (next) => walkTo(dependencies, next),
      press: (square) => pressSquare(dependencies, square),
      inspect: (square) => inspect(dependencies, square),
      cancel: () => goBack(dependencies),
    })
    if (isOurs) event.preventDefault()
  }
  useLayoutEffect(() => {
    if (props.isMain !== true) return
    const listener = (event: KeyboardEvent) => {
      if (isForBoard(event)) onKeyDown(event)
    }
    // After the keys of the page, which listens on the document.
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  })

  return {
    scene,
    state,
    said,
    missed,
    wrong,
    choice,
    preview,
    lastPath,
    drag,
    pointerHandlers,
    running,
    inspect: (square: Square) => inspect(dependencies, square),
    press: (square: Square) => {
      if (eatsClick()) return
      running.skip()
      pressSquare(dependencies, square)
    },
    focus: (square: Square) => setState((now) => ({ ...now, cursor: square, pointed: square })),
    onKeyDown,
  }
}

// --- internal ---

const SILENCE: Said = { kind: 'nothing' }

/** A press that did nothing; each one is marked again. */
export interface WrongPress {
  readonly square: Square
  readonly count: number
}

/** Dependencies of the handlers: the board as last rendered, and the ways to change it. */
interface BoardDependencies {
  readonly props: BoardProps
  readonly scene: BoardScene
  readonly state: BoardState
  readonly setState: (next: BoardState | ((now: BoardState) => BoardState)) => void
  readonly setSaid: (said: Said) => void
  readonly setMissed: (path: Path | undefined) => void
  readonly setWrong: (change: (now: WrongPress | undefined) => WrongPress | undefined) => void
  readonly board: RefObject<HTMLElement | null>
  readonly keepPath: (path: Path | undefined) => void
}

/** The parts of the board that a suggestion changes. */
type Suggesting = Pick<
  BoardDependencies,
  'board' | 'setState' | 'setMissed' | 'setWrong' | 'setSaid'
>

/** Returns the same object as long as its value is equal. */
function useSame<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const kept = useRef(value)
  if (!isSame(kept.current, value)) kept.current = value
  return kept.current
}

/**
 * Chooses the piece of a hint and announces it. A piece chosen from the start is not announced,
 * because nobody asked for it.
 */
function useSuggestions(
  { hint, initiallyChosen, onRefused }: BoardProps,
  scene: BoardScene,
  { board, setState, setMissed, setWrong, setSaid }: Suggesting,
): void {
  // The handler changes at each render, which is no reason to run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is suggested is.
  useLayoutEffect(() => {
    const from = hint?.from ?? initiallyChosen
    if (from === undefined || !canChoose(scene, from)) return
    setState(suggest(from, hint?.to))
    if (hint === undefined) return
    // The keyboard focus moves along, so that Enter plays the suggested move.
    if (board.current?.contains(document.activeElement)) focusOn(board, hint.to)
    // A suggestion replaces the message about an illegal path.
    setMissed(undefined)
    setWrong(() => undefined)
    onRefused?.(undefined)
  }, [hint, initiallyChosen, scene, setState, setMissed, setWrong])
  const told = useRef(hint)
  useEffect(() => {
    if (hint !== undefined && hint !== told.current) setSaid({ kind: 'hinted', move: hint })
    told.current = hint
  }, [hint, setSaid])
}

function pressSquare(dependencies: BoardDependencies, square: Square): void {
  const { props, scene, state, setState, setSaid, keepPath } = dependencies
  const { onMove, onPick } = props
  if (onPick !== undefined) {
    setState({ ...state, cursor: square })
    return onPick(square)
  }
  const from = leavingSuggestion(scene, state, square, props.hint)
  const pressed = press(scene, from, square, props.confirmation)
  const { chosen, pending } = pressed.state
  const isNew = chosen !== undefined && chosen !== state.chosen
  if (isNew && props.whyNot?.(chosen) !== undefined) {
    setState({ ...state, cursor: square, pointed: undefined })
    return tellRefused(dependencies, { kind: 'unwanted', square: chosen })
  }
  const isUseless = pressed.move === undefined && pending === undefined
  const refusal = isUseless ? refusalOf(scene, state, square) : undefined
  setState(pressed.state)
  tellRefusal(dependencies, refusal, square)
  if (refusal !== undefined) return
  if (pressed.move !== undefined) {
    const { trace } = state
    keepPath(
      trace.length === 0 ? undefined : previewMove(scene.position, pressed.move, trace)?.path,
    )
    return onMove?.(pressed.move)
  }
  if (chosen !== undefined && pending !== undefined) {
    const points = previewOf(scene, pressed.state)?.points ?? 0
    setSaid({ kind: 'pending', move: { from: chosen, to: pending }, points })
  } else sayChoice(dependencies, pressed.state)
}

/** Announces the choice, or that nothing is chosen any more. */
function sayChoice({ scene, state, setSaid }: BoardDependencies, next: BoardState): void {
  const choice = choiceOf(scene, next)
  if (choice !== undefined) setSaid({ kind: 'chose', choice })
  else if (state.chosen !== undefined) setSaid({ kind: 'cancelled' })
}

/** Announces and shows why a press or a drop did nothing; clears that if it did something. */
function tellRefusal(
  dependencies: BoardDependencies,
  refusal: PressRefusal | undefined,
  square: Square,
): void {
  const { position } = dependencies.props
  tellRefused(dependencies, refusal && { kind: 'refused', refusal, square, position })
}

/** The same for refusals that may come from the page. */
function tellRefused(
  { props, setSaid, setMissed, setWrong }: BoardDependencies,
  refused: Refused | undefined,
): void {
  setMissed(refused && missedPathOf(refused))
  setWrong((now) => refused && { square: refused.square, count: (now?.count ?? 0) + 1 })
  props.onRefused?.(refused)
  if (refused !== undefined) setSaid(refused)
}

/** The illegal path along which a piece was sent, if any. */
function missedPathOf(refused: Refused): Path | undefined {
  if (refused.kind !== 'refused' || refused.refusal.kind !== 'miss') return undefined
  const { miss } = refused.refusal
  return 'path' in miss ? miss.path : undefined
}

/** Takes back a hop, or lets go. */
function goBack(dependencies: BoardDependencies): void {
  const next = stepBack(dependencies.state)
  dependencies.setState(next)
  sayChoice(dependencies, next)
}

function drop(
  dependencies: BoardDependencies,
  square: Square | undefined,
  suppressFlight: () => void,
): void {
  const { props, scene, state, setState } = dependencies
  const refusal = square === undefined ? undefined : dropRefusalOf(scene, state, square)
  // Back on its square and still chosen: the next try may be a press.
  if (square !== undefined && refusal !== undefined) {
    setState({ ...state, pointed: undefined, pending: undefined, isOffered: true })
    return tellRefusal(dependencies, refusal, square)
  }
  const landed = square === undefined ? undefined : press(scene, state, square, props.confirmation)
  if (landed?.state.pending !== undefined) return setState(landed.state)
  setState(cancel)
  if (landed?.move === undefined) return
  suppressFlight()
  props.onMove?.(landed.move)
}

function inspect({ props }: BoardDependencies, square: Square): void {
  if (props.position.board[square] !== undefined) props.onInspect?.(square)
}

function walkTo({ setState, board }: BoardDependencies, next: BoardState): void {
  setState(next)
  // Straight away, not in an effect: a second key could come first and start from the wrong square.
  focusOn(board, next.cursor)
}

function focusOn(board: BoardDependencies['board'], square: Square): void {
  const cell = board.current?.querySelector(`[data-square="${formatSquare(square)}"]`)
  if (cell instanceof HTMLElement) cell.focus()
}
