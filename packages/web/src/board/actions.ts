import { formatSquare, type Path, type Square } from '@hokito/rules'
import type { RefObject } from 'preact'
import type { BoardProps } from './props.ts'
import type { BoardScene } from './scene.ts'
import {
  type BoardState,
  cancel,
  choose,
  dropRefusalOf,
  leavingSuggestion,
  type PressRefusal,
  press,
  previewMove,
  previewOf,
  refusalOf,
  stepBack,
} from './state.ts'
import type { Refused, Said } from './texts.ts'
import { choiceOf } from './trace.ts'
import type { RunningFlight } from './use-flight.ts'

/** A press that did nothing; each one is marked again. */
export interface WrongPress {
  readonly square: Square
  readonly count: number
}

/** Dependencies of the handlers: the board as last rendered, and the ways to change it. */
export interface BoardDependencies {
  readonly props: BoardProps
  readonly scene: BoardScene
  readonly state: BoardState
  readonly setState: (next: BoardState | ((now: BoardState) => BoardState)) => void
  readonly setSaid: (said: Said) => void
  readonly setMissed: (path: Path | undefined) => void
  readonly wrong: WrongPress | undefined
  readonly setWrong: (change: (now: WrongPress | undefined) => WrongPress | undefined) => void
  readonly board: RefObject<HTMLElement | null>
  readonly running: RunningFlight
  readonly keepPath: (path: Path | undefined) => void
}

/** Presses a square: chooses, hops, moves, or says why nothing happens. */
export function pressSquare(dependencies: BoardDependencies, square: Square): void {
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

/** Takes back a hop, or lets go. */
export function goBack(dependencies: BoardDependencies): void {
  const next = stepBack(dependencies.state)
  dependencies.setState(next)
  sayChoice(dependencies, next)
}

/** Takes up a piece to drag it; what was said of the last press is over. */
export function carry(dependencies: BoardDependencies, square: Square): void {
  dependencies.setState(choose(dependencies.state, square))
  tellRefused(dependencies, undefined)
}

/** Puts down a dragged piece; off the board if there is no square. */
export function drop(dependencies: BoardDependencies, square: Square | undefined): void {
  const { props, scene, state, setState, running } = dependencies
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
  running.suppressNext()
  props.onMove?.(landed.move)
}

/** Asks the page to show the inside of a stack. */
export function inspect({ props }: BoardDependencies, square: Square): void {
  if (props.position.board[square] !== undefined) props.onInspect?.(square)
}

/** Moves the keyboard focus. */
export function walkTo({ setState, board }: BoardDependencies, next: BoardState): void {
  setState(next)
  // Straight away, not in an effect: a second key could come first and start from the wrong square.
  focusOn(board, next.cursor)
}

/** Gives a square the keyboard focus. */
export function focusOn(board: BoardDependencies['board'], square: Square): void {
  const cell = board.current?.querySelector(`[data-square="${formatSquare(square)}"]`)
  if (cell instanceof HTMLElement) cell.focus()
}

// --- internal ---

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
