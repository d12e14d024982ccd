import {
  arrange,
  type BySquare,
  type Color,
  type Deal,
  formatSquare,
  isSamePosition,
  type Piece,
  type Position,
  pieceCount,
  type RandomBytes,
  randomIndex,
  SQUARE_COUNT,
  SQUARES,
  type Square,
  type Stack,
  type Symmetry,
  single,
  stackOnto,
  transformPosition,
  VALUES,
  type Value,
} from '@hokito/rules'
import { remaining, restOf } from './setup-rest.ts'
import { colorsOf, isOpen, type SetupTask } from './setup-task.ts'

/** What the player holds: a piece from a tray, or the stack of a square. */
export type Held =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'stack'; readonly square: Square }

/** What dropping something onto a piece does; only a free task has stacks. */
export const ONTO = ['stack', 'swap'] as const
export type Onto = (typeof ONTO)[number]

/** A board being set up. Every edit returns a new value. */
export interface SetupState {
  readonly task: SetupTask
  readonly position: Position
  readonly held: Held | undefined
  /** The square that has the keyboard focus. */
  readonly cursor: Square
  readonly onto: Onto
  /** The side whose pieces the number keys take. */
  readonly side: Color
  /** Positions to undo to, the latest last. */
  readonly past: readonly Position[]
  /** Undone positions, the next to redo last. */
  readonly future: readonly Position[]
  /** The last edit, for announcing it. */
  readonly event: SetupEvent | undefined
}

/** Why an edit changed nothing. */
export type SetupRefusal =
  | { readonly code: 'noneLeft'; readonly piece: Piece }
  | { readonly code: 'foreign'; readonly color: Color }
  | { readonly code: 'empty'; readonly square: Square }
  | { readonly code: 'full' | 'nothingLeft' | 'noUndo' | 'noRedo' | 'scatteredDeal' }

/** The effect of an edit. */
export type SetupEvent =
  | { readonly kind: 'took'; readonly piece: Piece }
  | { readonly kind: 'lifted' | 'returned' | 'stacked'; readonly square: Square }
  | { readonly kind: 'put'; readonly piece: Piece; readonly square: Square }
  | { readonly kind: 'moved' | 'swapped'; readonly from: Square; readonly to: Square }
  | { readonly kind: 'letGo' | 'cleared' | 'mirrored' | 'rotated' | 'loaded' | 'undone' | 'redone' }
  | { readonly kind: 'shuffled'; readonly count: number }
  | { readonly kind: 'turn' | 'side'; readonly color: Color }
  | { readonly kind: 'refused'; readonly refusal: SetupRefusal }

/** An empty board, or the given position. */
export function newSetup(task: SetupTask, position: Position): SetupState {
  return {
    task,
    position,
    held: undefined,
    cursor: task.kind === 'arrange' && task.color === 'white' ? SQUARE_COUNT - 1 : 0,
    onto: task.kind === 'free' ? 'stack' : 'swap',
    side: colorsOf(task)[0] ?? 'black',
    past: [],
    future: [],
    event: undefined,
  }
}

/**
 * Takes a piece out of its tray into the hand, or lets go of it if it was in the hand already. The
 * tray of a side that is not arranged stays closed.
 */
export function take(state: SetupState, piece: Piece): SetupState {
  const { held } = state
  if (isPiece(held, piece)) return letGo(state)
  if (!colorsOf(state.task).includes(piece.color)) return state
  if (remaining(state.position, piece) <= 0) return refuse(state, { code: 'noneLeft', piece })
  return {
    ...state,
    held: { kind: 'piece', piece },
    side: piece.color,
    event: { kind: 'took', piece },
  }
}

/** Takes the stack of a square into the hand. */
export function lift(state: SetupState, square: Square): SetupState {
  const at = { ...state, cursor: square }
  if (state.position.board[square] === undefined) return refuse(at, { code: 'empty', square })
  return { ...at, held: { kind: 'stack', square }, event: { kind: 'lifted', square } }
}

/** Empties the hand without changing the board. */
export function letGo(state: SetupState): SetupState {
  return { ...state, held: undefined, event: { kind: 'letGo' } }
}

/**
 * Presses a square: puts down the held piece, or takes up the stack there. A piece from a tray
 * stays in the hand while more of its kind are left, so that six need one choice and six presses.
 */
export function pressSquare(state: SetupState, square: Square): SetupState {
  const { held } = state
  if (held === undefined) return lift(state, square)
  if (held.kind === 'stack' && held.square === square) return letGo({ ...state, cursor: square })
  return put({ ...state, cursor: square }, held, square)
}

/** Drops a dragged piece onto a square, or back into its tray if there is no square. */
export function drop(state: SetupState, square: Square | undefined): SetupState {
  const { held } = state
  if (held === undefined) return state
  if (square !== undefined) return { ...pressSquare(state, square), held: undefined }
  return held.kind === 'stack' ? putBack(state, held.square) : letGo(state)
}

/** Returns the pieces of a square to the trays. */
export function putBack(state: SetupState, square: Square): SetupState {
  const at = { ...state, cursor: square }
  if (state.position.board[square] === undefined) return refuse(at, { code: 'empty', square })
  const board = withStack(state.position.board, square, undefined)
  return commit(at, { ...state.position, board }, { kind: 'returned', square })
}

/** Returns all pieces to the trays. */
export function clear(state: SetupState): SetupState {
  const board = SQUARES.map(() => undefined)
  return commit(state, { ...state.position, board }, { kind: 'cleared' })
}

/** Swaps left and right. */
export function mirror(state: SetupState): SetupState {
  return transformed(state, 'flipFiles', 'mirrored')
}

/**
 * Turns the board clockwise by a quarter. One side's arrangement stays as it is, because its pieces
 * would leave their ranks.
 */
export function rotate(state: SetupState): SetupState {
  return state.task.kind === 'arrange' ? state : transformed(state, 'turn90', 'rotated')
}

/** Puts the remaining pieces on random empty squares, one each, as far as there is room. */
export function shuffleRest(state: SetupState, randomBytes: RandomBytes): SetupState {
  const { position } = state
  const empty = SQUARES.filter(
    (square) => isOpen(state.task, square) && position.board[square] === undefined,
  )
  const pieces = shuffled(trayPieces(state), randomBytes)
  const squares = shuffled(empty, randomBytes)
  // Unknown pieces inside stacks are on the board, although nobody knows which pieces they are.
  const inBox = SQUARE_COUNT - pieceCount(position)
  const count = Math.min(pieces.length, squares.length, inBox)
  if (count <= 0) return refuse(state, { code: 'nothingLeft' })
  const board = [...position.board]
  for (const [index, square] of squares.slice(0, count).entries()) {
    const piece = pieces[index]
    if (piece !== undefined) board[square] = single(piece)
  }
  return commit(state, { ...position, board }, { kind: 'shuffled', count })
}

/** Arranges the pieces as in a deal; a task of one side takes only that side's pieces. */
export function loadDeal(state: SetupState, deal: Deal): SetupState {
  const { task, position } = state
  if (task.kind === 'arrange' && deal.kind === 'scattered') {
    return refuse(state, { code: 'scatteredDeal' })
  }
  const board = arrange(deal).map((piece, square) =>
    isOpen(state.task, square) ? single(piece) : undefined,
  )
  return commit(state, { ...position, board, turn: 'black' }, { kind: 'loaded' })
}

/** Takes over a whole position, under the end rule of this one. */
export function loadPosition(state: SetupState, { board, turn }: Position): SetupState {
  return commit(state, { ...state.position, board, turn }, { kind: 'loaded' })
}

/** Sets the side to move. */
export function giveTurn(state: SetupState, turn: Color): SetupState {
  return commit(state, { ...state.position, turn }, { kind: 'turn', color: turn })
}

/** Chooses the side whose pieces the number keys take. */
export function chooseSide(state: SetupState, side: Color): SetupState {
  if (!colorsOf(state.task).includes(side)) return state
  return { ...state, side, event: { kind: 'side', color: side } }
}

/** Chooses what dropping something onto a piece does. */
export function chooseOnto(state: SetupState, onto: Onto): SetupState {
  return state.task.kind === 'free' ? { ...state, onto } : state
}

/** Moves the keyboard focus to a square. */
export function goTo(state: SetupState, cursor: Square): SetupState {
  return state.cursor === cursor ? state : { ...state, cursor }
}

/** Undoes the last change of the board. */
export function undo(state: SetupState): SetupState {
  const position = state.past.at(-1)
  if (position === undefined) return refuse(state, { code: 'noUndo' })
  return {
    ...state,
    position,
    held: undefined,
    past: state.past.slice(0, -1),
    future: [...state.future, state.position],
    event: { kind: 'undone' },
  }
}

/** Redoes the change that was undone last. */
export function redo(state: SetupState): SetupState {
  const position = state.future.at(-1)
  if (position === undefined) return refuse(state, { code: 'noRedo' })
  return {
    ...state,
    position,
    held: undefined,
    past: [...state.past, state.position],
    future: state.future.slice(0, -1),
    event: { kind: 'redone' },
  }
}

// --- internal ---

/** How many changes can be undone. */
const LONGEST_PAST = 200

function refuse(state: SetupState, refusal: SetupRefusal): SetupState {
  return { ...state, event: { kind: 'refused', refusal } }
}

/** The only way to change the board. An edit without effect is announced but not kept for undo. */
function commit(state: SetupState, position: Position, event: SetupEvent): SetupState {
  const next = { ...state, held: undefined, event }
  if (isSamePosition(position, state.position)) return next
  return {
    ...next,
    position,
    past: [...state.past, state.position].slice(-LONGEST_PAST),
    future: [],
  }
}

function put(state: SetupState, held: Held, square: Square): SetupState {
  const { task } = state
  if (task.kind === 'arrange' && !isOpen(task, square)) {
    return refuse(state, { code: 'foreign', color: task.color })
  }
  return held.kind === 'piece'
    ? putPiece(state, held.piece, square)
    : putStack(state, held.square, square)
}

function putPiece(state: SetupState, piece: Piece, square: Square): SetupState {
  const { position, onto } = state
  const below = position.board[square]
  const isStacking = below !== undefined && onto === 'stack'
  const isReplacing = below !== undefined && onto === 'swap'
  if (!isReplacing && pieceCount(position) >= SQUARE_COUNT) return refuse(state, { code: 'full' })
  const stack = isStacking ? stackOnto(single(piece), below) : single(piece)
  const next = commit(
    state,
    { ...position, board: withStack(position.board, square, stack) },
    isStacking ? { kind: 'stacked', square } : { kind: 'put', piece, square },
  )
  const isMoreLeft = remaining(next.position, piece) > 0
  return isMoreLeft ? { ...next, held: { kind: 'piece', piece } } : next
}

function putStack(state: SetupState, from: Square, to: Square): SetupState {
  const { position, onto } = state
  const moving = position.board[from]
  const below = position.board[to]
  if (moving === undefined) throw new Error(`nothing was lifted from ${formatSquare(from)}`)
  const isSwap = below !== undefined && onto === 'swap'
  const landed = below === undefined || isSwap ? moving : stackOnto(moving, below)
  const board = withStack(withStack(position.board, from, isSwap ? below : undefined), to, landed)
  const event: SetupEvent =
    below === undefined
      ? { kind: 'moved', from, to }
      : isSwap
        ? { kind: 'swapped', from, to }
        : { kind: 'stacked', square: to }
  return commit(state, { ...position, board }, event)
}

function transformed(
  state: SetupState,
  symmetry: Symmetry,
  kind: 'mirrored' | 'rotated',
): SetupState {
  return commit(state, transformPosition(state.position, symmetry), { kind })
}

/** The pieces that the task still has in its trays, one by one. */
function trayPieces({ task, position }: SetupState): readonly Piece[] {
  const rest = restOf(position)
  return colorsOf(task).flatMap((color) =>
    VALUES.flatMap((value) => pieces(color, value, Math.max(0, rest[color][value]))),
  )
}

function pieces(color: Color, value: Value, count: number): readonly Piece[] {
  return Array.from({ length: count }, () => ({ color, value }))
}

/** A Fisher–Yates shuffle. */
function shuffled<T>(list: readonly T[], randomBytes: RandomBytes): readonly T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(randomIndex(left.length, randomBytes), 1))
}

function withStack(
  board: BySquare<Stack | undefined>,
  square: Square,
  stack: Stack | undefined,
): BySquare<Stack | undefined> {
  return board.with(square, stack)
}

function isPiece(held: Held | undefined, { color, value }: Piece): boolean {
  return held?.kind === 'piece' && held.piece.color === color && held.piece.value === value
}
