import {
  type ByColor,
  type BySquare,
  byColor,
  COLORS,
  type Color,
  type Deal,
  dealOf,
  isSingle,
  outcome,
  type Piece,
  type Position,
  pieceCount,
  SQUARE_COUNT,
  SQUARES,
  type Square,
  score,
  VALUES,
  type Value,
} from '@hokito/rules'
import type { SetupTask } from './setup-task.ts'

/**
 * How many pieces of each value a side has left in its tray; negative if the board shows too many.
 */
export type Rest = ByColor<{ readonly [V in Value]: number }>

/** Something noteworthy about a position being set up, and where it is. */
export type SetupFinding =
  /** More pieces of a kind than the game has. */
  | {
      readonly code: 'tooMany'
      readonly piece: Piece
      readonly count: number
      readonly squares: readonly Square[]
    }
  /** Singles land on singles and stacks on stacks, so every stack of a game has an even height. */
  | { readonly code: 'oddHeight'; readonly squares: readonly Square[] }
  | { readonly code: 'over' }
  /** A side has nothing on the board yet. */
  | { readonly code: 'noPieces' }
  /** Pieces still to be placed. */
  | { readonly code: 'missing'; readonly count: number }

/** The pieces left to each side, as far as the pieces on the board are known. */
export function restOf(position: Position): Rest {
  return byColor((color) => ({
    1: remaining(position, { color, value: 1 }),
    2: remaining(position, { color, value: 2 }),
    3: remaining(position, { color, value: 3 }),
  }))
}

/** How many pieces of a kind are left. */
export function remaining({ board }: Position, { color, value }: Piece): number {
  return EACH - board.reduce((sum, stack) => sum + countIn(stack?.pieces, color, value), 0)
}

/** The findings on a position made for a task, the worst first. */
export function findingsOf(position: Position, task: SetupTask): readonly SetupFinding[] {
  if (task.kind !== 'free') {
    const wanted = task.kind === 'arrange' ? SQUARE_COUNT / 2 : SQUARE_COUNT
    const count = wanted - pieceCount(position)
    return count === 0 ? [] : [{ code: 'missing', count }]
  }
  const odd = SQUARES.filter((square) => {
    const stack = position.board[square]
    return stack !== undefined && !isSingle(stack) && stack.height % 2 === 1
  })
  return [
    ...tooMany(position),
    ...endOf(position),
    ...(odd.length === 0 ? [] : [{ code: 'oddHeight', squares: odd } as const]),
  ]
}

/** Can a game begin despite this finding? */
export function isAllowed({ code }: SetupFinding): boolean {
  return code === 'oddHeight'
}

/** Is it wrong, rather than unusual or unfinished? */
export function isWrong({ code }: SetupFinding): boolean {
  return code === 'tooMany' || code === 'over'
}

/**
 * The deal made of two halves that were arranged separately, or of one board with all 36 pieces;
 * undefined until all are placed.
 */
export function dealOn(...boards: readonly Position['board'][]): Deal | undefined {
  const pieces = SQUARES.map((square) => boards.map((board) => board[square]).find(Boolean)?.top)
  return isFull(pieces) ? dealOf(pieces) : undefined
}

// --- internal ---

/** How many pieces of each value a side has. */
const EACH = 6

function countIn(pieces: readonly (Piece | undefined)[] = [], color: Color, value: Value): number {
  return pieces.filter((piece) => piece?.color === color && piece.value === value).length
}

/** Why nobody could move; a board that is still being filled is not an ended game. */
function endOf(position: Position): readonly SetupFinding[] {
  if (outcome(position) === undefined) return []
  const { black, white } = score(position)
  return [{ code: black > 0 && white > 0 ? 'over' : 'noPieces' }]
}

function tooMany(position: Position): readonly SetupFinding[] {
  return COLORS.flatMap((color) =>
    VALUES.flatMap((value): SetupFinding[] => {
      const count = EACH - remaining(position, { color, value })
      if (count <= EACH) return []
      const squares = SQUARES.filter(
        (square) => countIn(position.board[square]?.pieces, color, value) > 0,
      )
      return [{ code: 'tooMany', piece: { color, value }, count, squares }]
    }),
  )
}

function isFull(pieces: BySquare<Piece | undefined>): pieces is BySquare<Piece> {
  return pieces.every((piece) => piece !== undefined)
}
