import {
  type EndRule,
  formatPosition,
  type Move,
  type Position,
  parsePosition,
  type Result,
} from '@hokito/rules'

/**
 * The task of a puzzle: the only move that wins; the only one that draws, if all others lose; or,
 * if several win, the one that wins by at least {@link MARGIN_GAP} points more than any other.
 */
export const PUZZLE_KINDS = ['win', 'draw', 'margin'] as const
export type PuzzleKind = (typeof PUZZLE_KINDS)[number]

/** In a puzzle for points, how many more points the solution achieves than any other move. */
export const MARGIN_GAP = 5

/** The most moves that a solver has to find in one puzzle. */
export const MOST_OWN_MOVES = 5

/**
 * The subject of a solution, computed from its moves (`making/themes.ts` has the rules,
 * docs/puzzles.md explains them). Show themes only afterwards, because most of them give the
 * solution away.
 */
export const THEMES = [
  'stuck',
  'ownEnd',
  'tower',
  'longWay',
  'count',
  'quiet',
  'sacrifice',
  'comeback',
  'defence',
] as const
export type Theme = (typeof THEMES)[number]

/** The parts of a puzzle that need no board. */
export interface PuzzleSummary {
  /** The same for the same position and end rule in every pack. */
  readonly id: string
  readonly endRule: EndRule
  readonly kind: PuzzleKind
  /** The initial rating of this puzzle, 600 to 2400, from which levels find the first move. */
  readonly rating: number
  readonly themes: readonly Theme[]
  /** The levels, 1 to 10, that find the first move, in order. */
  readonly foundBy: readonly number[]
  /** How many moves the solver has to find. */
  readonly ownMoves: number
}

/**
 * A position in which exactly one move is proved to keep its worth, and the moves that follow, as
 * long as that holds.
 */
export interface Puzzle extends PuzzleSummary {
  readonly position: Position
  readonly hfen: string
  /** The solver's moves and the replies in turn; the first and the last are the solver's. */
  readonly solution: readonly Move[]
}

/** The parts that define a puzzle; the rest follows from them. */
export type PuzzleParts = Pick<
  Puzzle,
  'position' | 'kind' | 'solution' | 'rating' | 'themes' | 'foundBy'
>

/** Completes a puzzle from its parts. */
export function puzzleOf({ position, solution, ...parts }: PuzzleParts): Puzzle {
  // Converts the position to text and back, so that a puzzle is the same whatever its source:
  // pieces below the tops are not part of it.
  const hfen = formatPosition(position)
  const { endRule } = position
  return {
    ...parts,
    id: puzzleId(hfen, endRule),
    endRule,
    ownMoves: (solution.length + 1) / 2,
    position: positionOfPuzzle(hfen, endRule),
    hfen,
    solution,
  }
}

/** The id of the puzzle in a position: seven letters and digits. */
export function puzzleId(hfen: string, endRule: EndRule): string {
  const text = `${hfen} ${endRule}`
  let first = FIRST_BASIS
  let second = SECOND_BASIS
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, PRIME)
    second = Math.imul(second ^ code, PRIME)
  }
  const number = (first >>> 0) * 16 + (second >>> 28)
  return number.toString(36).padStart(ID_LENGTH, '0').slice(-ID_LENGTH)
}

// --- internal ---

const ID_LENGTH = 7
/** The hash is 32 bits of FNV-1a, and four more bits from one with another basis. */
const FIRST_BASIS = 0x811c9dc5
const SECOND_BASIS = 0x2f1b36a7
const PRIME = 0x01000193

function positionOfPuzzle(hfen: string, endRule: EndRule): Position {
  const position: Result<Position, unknown> = parsePosition(hfen, endRule)
  if (!position.ok) throw new Error(`a puzzle's position is none: ${hfen}`)
  return position.value
}
