import type { Point } from '@hokito/picture/parts'
import { isSamePosition, type Path, SQUARES, type Square } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import {
  type BoardDependencies,
  carry,
  drop,
  focusOn,
  goBack,
  inspect,
  pressSquare,
  type WrongPress,
  walkTo,
} from './actions.ts'
import { squareAtPoint } from './geometry.ts'
import { handleKey, isForBoard } from './keys.ts'
import { isSameMade, type MadeMove } from './made.ts'
import type { BoardProps } from './props.ts'
import { type BoardScene, canChoose, sceneOf } from './scene.ts'
import {
  type BoardState,
  cancel,
  INITIAL_STATE,
  type MovePreview,
  point,
  previewOf,
  suggest,
} from './state.ts'
import type { Said } from './texts.ts'
import { type Choice, choiceOf } from './trace.ts'
import { type Drag, isOnDrawing, type PointerHandlers, pressedPoint, useDrag } from './use-drag.ts'
import { type RunningFlight, useFlight } from './use-flight.ts'
import { useOwnPath } from './use-own-path.ts'

/** The board in use: what it shows, and the handlers of its parts. */
export interface BoardInUse extends Reported, Input {
  readonly scene: BoardScene
  readonly state: BoardState
  readonly said: Said
  readonly missed: Path | undefined
  readonly wrong: WrongPress | undefined
  readonly lastPath: Path | undefined
  readonly running: RunningFlight
}

/**
 * Everything a player does at the board and its effects: presses, drags, keys, announcements and
 * flights.
 */
export function useBoard(props: BoardProps, board: RefObject<HTMLElement | null>): BoardInUse {
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
    wrong,
    setWrong,
    board,
    running,
    keepPath: ownPath.keep,
  }
  useChoice(dependencies)
  useNews(dependencies, lastMade, lastPath)
  const reported = useReported(dependencies)
  const input = useInput(dependencies)
  return { ...reported, ...input, scene, state, said, missed, wrong, lastPath, running }
}

// --- internal ---

const SILENCE: Said = { kind: 'nothing' }

/** What the board reports to its page. */
interface Reported {
  readonly preview: MovePreview | undefined
  readonly choice: Choice | undefined
}

/** What the player is pressing, and the handlers of the board's parts. */
interface Input {
  readonly drag: Drag<Square> | undefined
  /** For the whole board: they also take the presses on stacks that rise over its edge. */
  readonly pointerHandlers: PointerHandlers & {
    readonly onClick: (event: MouseEvent) => void
    readonly onContextMenu: (event: MouseEvent) => void
  }
  readonly inspect: (square: Square, event: MouseEvent) => void
  readonly press: (square: Square, event: MouseEvent) => void
  readonly focus: (square: Square) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Announces the move that led to a new position, and puts away what the old one showed. */
function useNews(
  { scene, props, wrong, setSaid, setMissed, setWrong }: BoardDependencies,
  lastMade: MadeMove | undefined,
  path: Path | undefined,
): void {
  const { position } = scene
  useChange(
    () => {
      setSaid(lastMade && path ? { kind: 'moved', made: { ...lastMade, path } } : SILENCE)
    },
    position,
    lastMade,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position puts away what the old one showed.
  useEffect(() => {
    setMissed(props.missedPath)
    setWrong(() => undefined)
    if (wrong !== undefined) props.onRefused?.(undefined)
  }, [position, props.missedPath])
}

/** Announces something whenever a value changes, but nothing as the board appears. */
function useChange(announce: () => void, one: unknown, other?: unknown): void {
  const hasAppeared = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new announcer is no reason to announce.
  useEffect(() => {
    if (hasAppeared.current) announce()
    hasAppeared.current = true
  }, [one, other])
}

/** Tells the page of the choice, and of a move in flight. */
function useReported({ scene, state, props, running }: BoardDependencies): Reported {
  const { chosen, trace, pointed, pending } = state
  const preview = useMemo(
    () => previewOf(scene, { chosen, trace, pointed, pending }),
    [scene, chosen, trace, pointed, pending],
  )
  const choice = useMemo(() => choiceOf(scene, { chosen, trace }), [scene, chosen, trace])
  const waiting = useMemo(
    () =>
      chosen === undefined || pending === undefined ? undefined : { from: chosen, to: pending },
    [chosen, pending],
  )
  useReport(preview, props.onPreview, useEffect)
  useReport(choice, props.onChosen, useEffect)
  useReport(waiting, props.onPending, useEffect)
  // Before the next paint, so that no player is asked for a move while the opponent's is in flight.
  useReport(running.flight !== undefined, props.onFlying, useLayoutEffect)
  return { preview, choice }
}

/** Calls the handler with a value, and again when either changes. */
function useReport<T>(
  value: T,
  onValue: ((value: T) => void) | undefined,
  useWhen: typeof useEffect,
): void {
  useWhen(() => onValue?.(value), [value, onValue])
}

/** Presses, drags and keys. If the board is the main thing on the page, its keys work anywhere. */
function useInput(dependencies: BoardDependencies): Input {
  const { props, scene, state, setState, board, running } = dependencies
  const { orientation } = props
  const squareAt = (at: Point) => squareAtPoint(at, orientation, scene.position.board)
  const { drag, eatsClick, ...pointerHandlers } = useDrag<Square>(board, {
    sourceAt: (_, at) => squareAt(at),
    squareAt,
    canTake: (square) => canChoose(scene, square) && props.whyNot?.(square) === undefined,
    onStart: (square) => carry(dependencies, square),
    onOver: (square) => setState((now) => point(now, square)),
    onDrop: (square) => drop(dependencies, square),
    onCancel: () => setState(cancel),
    onLongPress: (square) => inspect(dependencies, square),
  })
  const seenBy = (event: MouseEvent) => {
    const at = pressedPoint(board, event)
    return at && squareAt(at)
  }
  const pressSeen = (square: Square | undefined) => {
    if (eatsClick() || square === undefined) return
    running.skip()
    pressSquare(dependencies, square)
  }
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
  useKeysAnywhere(props.isMain === true, onKeyDown)
  return {
    drag,
    pointerHandlers: {
      ...pointerHandlers,
      onClick: (event) => {
        if (isOnDrawing(event)) pressSeen(seenBy(event))
      },
      onContextMenu: (event) => {
        const square = isOnDrawing(event) ? seenBy(event) : undefined
        if (square === undefined) return
        event.preventDefault()
        inspect(dependencies, square)
      },
    },
    inspect: (square, event) => inspect(dependencies, seenBy(event) ?? square),
    press: (square, event) => pressSeen(seenBy(event) ?? square),
    focus: (square) => setState((now) => ({ ...now, cursor: square, pointed: square })),
    onKeyDown,
  }
}

function useKeysAnywhere(isMain: boolean, onKeyDown: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    if (!isMain) return
    const listener = (event: KeyboardEvent) => {
      if (isForBoard(event)) onKeyDown(event)
    }
    // After the keys of the page, which listens on the document.
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  })
}

/** Returns the same object as long as its value is equal. */
function useSame<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const kept = useRef(value)
  if (!isSame(kept.current, value)) kept.current = value
  return kept.current
}

/**
 * What is chosen without a press. A new position and the end of a player's turn let go of the piece;
 * a hint chooses its piece and announces it. A piece chosen from the start is not announced, because
 * nobody asked for it.
 */
function useChoice(dependencies: BoardDependencies): void {
  const { props, scene, board, setState, setMissed, setWrong, setSaid } = dependencies
  const { hint, initiallyChosen } = props
  // Before the next press: an effect after painting would drop a choice made in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position drops the choice.
  useLayoutEffect(() => setState(cancel), [scene.position])
  // A game that ends off the board, by resignation for example, leaves the position but nothing to
  // choose.
  const mayMove = props.movable !== 'none'
  useLayoutEffect(() => {
    if (!mayMove) setState(cancel)
  }, [mayMove, setState])
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
    props.onRefused?.(undefined)
  }, [hint, initiallyChosen, scene, setState, setMissed, setWrong])
  useChange(() => {
    if (hint !== undefined) setSaid({ kind: 'hinted', move: hint })
  }, hint)
}
