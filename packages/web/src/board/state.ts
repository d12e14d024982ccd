import { placeOf } from '@hokito/picture/parts'
import {
  type Color,
  type Miss,
  type Move,
  missOf,
  type Path,
  type Position,
  pathsOf,
  SIDE,
  SQUARES,
  type Square,
  stackOnto,
  type Value,
} from '@hokito/rules'
import { squareAtPlace } from './geometry.ts'
import { type BoardScene, canChoose } from './scene.ts'
import { isAlong, landingsOf, retrace, type Trace } from './trace.ts'

/** How a landing is confirmed: not at all, by a second press, or by a button outside the board. */
export const CONFIRMATIONS = ['one', 'two', 'button'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** What a player is doing on the board; everything else is computed from the position. */
export interface BoardState {
  readonly chosen: Square | undefined
  /** The hops of the chosen piece that were pressed one by one. */
  readonly trace: Trace
  /** The square that has the keyboard focus. */
  readonly cursor: Square
  /** The square under the pointer or the keyboard focus, for the preview. */
  readonly pointed: Square | undefined
  /** A landing that was pressed and awaits confirmation. */
  readonly pending: Square | undefined
  /**
   * Was the piece chosen by a hint, or is it still chosen after a miss? Pressing it then takes it
   * up instead of letting it go, because the player is likely to start the move again.
   */
  readonly isOffered: boolean
}

/** What a move would do, before it is made. */
export interface MovePreview {
  readonly move: Move
  readonly path: Path
  /** Height of the resulting stack, for the side that moves. */
  readonly height: number
  readonly points: number
}

/** Why a press did nothing, for announcing it. */
export type PressRefusal =
  | { readonly kind: 'empty' | 'theirs' | 'stuck' }
  /** The chosen piece cannot land on the pressed square. */
  | { readonly kind: 'miss'; readonly from: Square; readonly miss: Miss }

/** Keys that move the keyboard focus over the board. */
export const WALKING_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
] as const
export type WalkingKey = (typeof WALKING_KEYS)[number]

/** Nothing chosen, the keyboard focus in a corner. */
export const INITIAL_STATE: BoardState = {
  chosen: undefined,
  trace: [],
  cursor: 0,
  pointed: undefined,
  pending: undefined,
  isOffered: false,
}

/** Why nothing on the pressed square can be chosen or landed on; undefined if nobody may move. */
export function refusalOf(
  scene: BoardScene,
  state: BoardState,
  square: Square,
): PressRefusal | undefined {
  const { position, targets } = scene
  const { chosen } = state
  if (targets.size === 0 || square === chosen || targets.has(square)) return undefined
  if (retrace(scene, state, square) !== undefined) return undefined
  const missed = chosen === undefined ? undefined : missFrom(position, chosen, square)
  if (missed !== undefined) return missed
  const stack = position.board[square]
  if (stack === undefined) return { kind: 'empty' }
  return { kind: stack.top.color === position.turn ? 'stuck' : 'theirs' }
}

/** Why a dragged piece cannot be put down here; undefined if it can, or if it came from here. */
export function dropRefusalOf(
  { position }: BoardScene,
  { chosen }: BoardState,
  square: Square,
): PressRefusal | undefined {
  return chosen === undefined ? undefined : missFrom(position, chosen, square)
}

/**
 * Presses a square: lands there if the chosen piece can, else hops there if one of its paths begins
 * so, else chooses the stack there. If none of these is possible the piece stays chosen, so that
 * another try needs no second choice. Pressing the piece again takes back its hops, then lets it
 * go. A landing that needs confirmation waits for it.
 */
export function press(
  scene: BoardScene,
  state: BoardState,
  square: Square,
  confirmation: Confirmation = 'one',
): { readonly state: BoardState; readonly move?: Move } {
  const next: BoardState = {
    ...state,
    cursor: square,
    pointed: undefined,
    pending: undefined,
    isOffered: false,
  }
  if (state.chosen !== undefined && landingsOf(scene, state).includes(square)) {
    const isConfirmed =
      confirmation === 'one' || (confirmation === 'two' && state.pending === square)
    if (!isConfirmed) return { state: { ...next, pending: square } }
    return {
      state: { ...next, chosen: undefined, trace: [] },
      move: { from: state.chosen, to: square },
    }
  }
  if (square === state.chosen) {
    const isKept = state.isOffered || state.trace.length > 0
    return { state: { ...next, chosen: isKept ? square : undefined, trace: [] } }
  }
  const trace = retrace(scene, state, square)
  if (trace !== undefined) return { state: { ...next, trace } }
  if (canChoose(scene, square)) return { state: choose(next, square) }
  return { state: { ...next, isOffered: state.chosen !== undefined } }
}

/** Takes up a piece, by a press or a drag. */
export function choose(state: BoardState, square: Square): BoardState {
  return { ...state, chosen: square, trace: [], cursor: square }
}

/**
 * Chooses a piece for the player and moves the keyboard focus to its landing, so that pressing
 * there makes the move.
 */
export function suggest(from: Square, to: Square = from): BoardState {
  return { ...INITIAL_STATE, chosen: from, cursor: to, isOffered: true }
}

/**
 * The state from which a press starts while a move is suggested. A suggestion shows only its own
 * landing, so a press on another piece chooses that one and lets go of the suggested piece.
 */
export function leavingSuggestion(
  scene: BoardScene,
  state: BoardState,
  square: Square,
  hint: Move | undefined,
): BoardState {
  const isShown = state.isOffered && hint !== undefined && state.chosen === hint.from
  const isOfHint = square === hint?.from || square === hint?.to
  return isShown && !isOfHint && canChoose(scene, square) ? cancel(state) : state
}

/** Points at a square, or at nothing. */
export function point(state: BoardState, square: Square | undefined): BoardState {
  return state.pointed === square ? state : { ...state, pointed: square }
}

/** Lets go of the chosen piece. */
export function cancel(state: BoardState): BoardState {
  return { ...INITIAL_STATE, cursor: state.cursor }
}

/** Takes back the last hop of the trace; without one, lets go. */
export function stepBack(state: BoardState): BoardState {
  if (state.trace.length === 0) return cancel(state)
  return { ...state, trace: state.trace.slice(0, -1), pointed: undefined, pending: undefined }
}

/** Moves the keyboard focus, as the board lies on the screen; stays at the edges. */
export function walk({ orientation }: BoardScene, state: BoardState, key: WalkingKey): BoardState {
  const cursor = walkFrom(state.cursor, orientation, key)
  return { ...state, cursor, pointed: cursor }
}

/**
 * The square that a key leads to, as the board lies on the screen; the same square at the edges.
 */
export function walkFrom(from: Square, orientation: Color, key: WalkingKey): Square {
  const { column, row } = placeOf(from, orientation)
  const target = {
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    Home: [0, row],
    End: [SIDE - 1, row],
  }[key]
  const [toColumn = column, toRow = row] = target
  return squareAtPlace(toColumn, toRow, orientation) ?? from
}

/** Moves the focus to the next piece that can be chosen. */
export function walkToMovable(scene: BoardScene, state: BoardState): BoardState {
  return arriveAt(
    state,
    nextSquare(scene, state, (square) => canChoose(scene, square)),
  )
}

/**
 * Moves the focus to the next piece of a value that belongs to the side to move, movable or not.
 */
export function walkToValue(scene: BoardScene, state: BoardState, value: Value): BoardState {
  const { board, turn } = scene.position
  const isWanted = (square: Square) => {
    const top = board[square]?.top
    return top?.color === turn && top.value === value
  }
  return arriveAt(state, nextSquare(scene, state, isWanted))
}

/** The effect of landing on the pointed square; undefined if the chosen piece cannot land there. */
export function previewOf(
  scene: BoardScene,
  { chosen, pointed, pending, trace }: Pick<BoardState, 'chosen' | 'pointed' | 'pending' | 'trace'>,
): MovePreview | undefined {
  const to = pointed ?? pending
  if (chosen === undefined || to === undefined) return undefined
  return previewMove(scene.position, { from: chosen, to }, trace)
}

/**
 * The effect of a move along its plainest path. Among the paths that begin with the trace, that is
 * the one with the fewest turns, then the shortest.
 */
export function previewMove(
  position: Position,
  move: Move,
  trace: Trace = [],
): MovePreview | undefined {
  const [path] = pathsOf(position, move)
    .filter((each) => isAlong(each, trace))
    .sort((a, b) => turnsOf(a) - turnsOf(b) || lengthOf(a) - lengthOf(b))
  const moving = position.board[move.from]
  const below = position.board[move.to]
  if (path === undefined || moving === undefined || below === undefined) return undefined
  const { top, height } = stackOnto(moving, below)
  return { move, path, height, points: top.value * height }
}

// --- internal ---

function missFrom(position: Position, from: Square, to: Square): PressRefusal | undefined {
  const miss = missOf(position, { from, to })
  return miss && { kind: 'miss', from, miss }
}

function turnsOf(path: Path): number {
  return path.filter((hop, i) => i > 0 && hop.direction !== path[i - 1]?.direction).length
}

function lengthOf(path: Path): number {
  return path.reduce((sum, hop) => sum + hop.skipped.length + 1, 0)
}

/**
 * The next matching square in reading order, from the cursor on and around; undefined if none
 * matches.
 */
function nextSquare(
  { orientation }: BoardScene,
  { cursor }: BoardState,
  satisfies: (square: Square) => boolean,
): Square | undefined {
  const place = (square: Square) => {
    const { column, row } = placeOf(square, orientation)
    return row * SIDE + column
  }
  const after = (square: Square) =>
    (place(square) - place(cursor) - 1 + 2 * SIDE * SIDE) % (SIDE * SIDE)
  return SQUARES.filter(satisfies).sort((a, b) => after(a) - after(b))[0]
}

function arriveAt(state: BoardState, square: Square | undefined): BoardState {
  return square === undefined ? state : { ...state, cursor: square, pointed: square }
}
