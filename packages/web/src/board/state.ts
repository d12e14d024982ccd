import {
  type Color,
  legalMoves,
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
import { placeOf, squareAtPlace } from './geometry.ts'

/** Whose pieces a person may move: one side's, or nobody's. */
export type Movable = Color | 'none'

/** How a landing is confirmed: at once, by pressing it again, or by a button outside the board. */
export const CONFIRMATIONS = ['one', 'two', 'button'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** What a person is doing on the board; everything else is computed from the position. */
export interface BoardState {
  readonly chosen: Square | undefined
  /** Where the keyboard is. */
  readonly cursor: Square
  /** The square under the pointer or the keyboard, for the preview. */
  readonly pointed: Square | undefined
  /** A landing that was pressed and waits for its confirmation. */
  readonly pending: Square | undefined
}

/** What is on the board and who may move it; made by {@link sceneOf}. */
export interface BoardScene {
  readonly position: Position
  readonly orientation: Color
  /** Where each piece that can be chosen can land. */
  readonly targets: ReadonlyMap<Square, readonly Square[]>
}

/** What a move would do, before it is made. */
export interface MovePreview {
  readonly move: Move
  readonly path: Path
  /** Of the stack it would make, for the side that moves. */
  readonly height: number
  readonly points: number
}

/** Why a press did nothing, for saying so. */
export type PressRefusal =
  | { readonly kind: 'empty' | 'theirs' | 'stuck' }
  /** The chosen piece cannot land where it was sent. */
  | { readonly kind: 'miss'; readonly from: Square; readonly miss: Miss }

/** Keys that walk over the board. */
export const WALKING_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
] as const
export type WalkingKey = (typeof WALKING_KEYS)[number]

/** Nothing chosen, the keyboard at a corner. */
export const INITIAL_STATE: BoardState = {
  chosen: undefined,
  cursor: 0,
  pointed: undefined,
  pending: undefined,
}

/** Works out once what can be chosen, as asking square by square would be slow. */
export function sceneOf(position: Position, movable: Movable, orientation: Color): BoardScene {
  const targets = new Map<Square, Square[]>()
  const moves = position.turn === movable ? legalMoves(position) : []
  for (const { from, to } of moves) targets.set(from, [...(targets.get(from) ?? []), to])
  return { position, orientation, targets }
}

/** Can the person choose what stands here? */
export function canChoose({ targets }: BoardScene, square: Square): boolean {
  return targets.has(square)
}

/** Where the chosen piece can land. */
export function landingsOf({ targets }: BoardScene, { chosen }: BoardState): readonly Square[] {
  return chosen === undefined ? [] : (targets.get(chosen) ?? [])
}

/** Why nothing can be chosen or landed on where somebody pressed; undefined where nobody may move. */
export function refusalOf(
  { position, targets }: BoardScene,
  { chosen }: BoardState,
  square: Square,
): PressRefusal | undefined {
  if (targets.size === 0 || square === chosen || targets.has(square)) return undefined
  const miss = chosen === undefined ? undefined : missOf(position, { from: chosen, to: square })
  if (chosen !== undefined && miss !== undefined) return { kind: 'miss', from: chosen, miss }
  const stack = position.board[square]
  if (stack === undefined) return { kind: 'empty' }
  return { kind: stack.top.color === position.turn ? 'stuck' : 'theirs' }
}

/**
 * Presses a square: lands there if the chosen piece can, else chooses what stands there, else lets go.
 * Pressing the chosen piece again lets it go. A landing that wants confirmation waits for it.
 */
export function press(
  scene: BoardScene,
  state: BoardState,
  square: Square,
  confirmation: Confirmation = 'one',
): { readonly state: BoardState; readonly move?: Move } {
  const next = { ...state, cursor: square, pointed: undefined, pending: undefined }
  if (state.chosen !== undefined && landingsOf(scene, state).includes(square)) {
    const isConfirmed =
      confirmation === 'one' || (confirmation === 'two' && state.pending === square)
    if (!isConfirmed) return { state: { ...next, pending: square } }
    return { state: { ...next, chosen: undefined }, move: { from: state.chosen, to: square } }
  }
  const isChoice = square !== state.chosen && canChoose(scene, square)
  return { state: { ...next, chosen: isChoice ? square : undefined } }
}

/** Points at a square, or at nothing. */
export function point(state: BoardState, square: Square | undefined): BoardState {
  return state.pointed === square ? state : { ...state, pointed: square }
}

/** Lets go of the chosen piece. */
export function cancel(state: BoardState): BoardState {
  return { ...state, chosen: undefined, pointed: undefined, pending: undefined }
}

/** Walks with the keyboard, as the board lies on the screen; stays at its edges. */
export function walk({ orientation }: BoardScene, state: BoardState, key: WalkingKey): BoardState {
  const { column, row } = placeOf(state.cursor, orientation)
  const target = {
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    Home: [0, row],
    End: [SIDE - 1, row],
  }[key]
  const [toColumn = column, toRow = row] = target
  const cursor = squareAtPlace(toColumn, toRow, orientation) ?? state.cursor
  return { ...state, cursor, pointed: cursor }
}

/** Goes to the next piece that can be chosen. */
export function walkToMovable(scene: BoardScene, state: BoardState): BoardState {
  return arriveAt(
    state,
    nextSquare(scene, state, (square) => canChoose(scene, square)),
  )
}

/** Goes to the next piece of one value that the side to move rules, whether it can move or not. */
export function walkToValue(scene: BoardScene, state: BoardState, value: Value): BoardState {
  const { board, turn } = scene.position
  const isWanted = (square: Square) => {
    const top = board[square]?.top
    return top?.color === turn && top.value === value
  }
  return arriveAt(state, nextSquare(scene, state, isWanted))
}

/** What landing on the pointed square would do; undefined where the chosen piece cannot land. */
export function previewOf(
  scene: BoardScene,
  { chosen, pointed, pending }: Pick<BoardState, 'chosen' | 'pointed' | 'pending'>,
): MovePreview | undefined {
  const to = pointed ?? pending
  if (chosen === undefined || to === undefined) return undefined
  return previewMove(scene.position, { from: chosen, to })
}

/** What a move would do, along its plainest path: the one with the fewest turns, then the shortest. */
export function previewMove(position: Position, move: Move): MovePreview | undefined {
  const [path] = [...pathsOf(position, move)].sort(
    (a, b) => turnsOf(a) - turnsOf(b) || lengthOf(a) - lengthOf(b),
  )
  const moving = position.board[move.from]
  const below = position.board[move.to]
  if (path === undefined || moving === undefined || below === undefined) return undefined
  const { top, height } = stackOnto(moving, below)
  return { move, path, height, points: top.value * height }
}

// --- internal ---

function turnsOf(path: Path): number {
  return path.filter((hop, i) => i > 0 && hop.direction !== path[i - 1]?.direction).length
}

function lengthOf(path: Path): number {
  return path.reduce((sum, hop) => sum + hop.skipped.length + 1, 0)
}

/** The next square in reading order, from the cursor on and around, that satisfies; undefined where none does. */
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
