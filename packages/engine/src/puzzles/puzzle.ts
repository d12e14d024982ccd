import {
  type EndRule,
  formatPosition,
  type Move,
  type Position,
  parsePosition,
  type Result,
} from '@hokito/rules'

/**
 * What is asked for: the only move that wins; the only one that draws, where all others lose; or, where several
 * win, the one that wins by at least {@link MARGIN_GAP} points more than any other.
 */
export const PUZZLE_KINDS = ['win', 'draw', 'margin'] as const
export type PuzzleKind = (typeof PUZZLE_KINDS)[number]

/** In a puzzle for points, how many more the solution comes to than any other move. */
export const MARGIN_GAP = 5

/** The most moves a solver has to find in one puzzle. */
export const MOST_OWN_MOVES = 5

/**
 * What a solution is about, computed from its moves (`making/themes.ts` says how; docs/puzzles.md in words). To be
 * shown only afterwards: most of them say where to look.
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

/** What is known of a puzzle without setting up its board. */
export interface PuzzleSummary {
  /** The same for the same position and end rule in every pack. */
  readonly id: string
  readonly endRule: EndRule
  readonly kind: PuzzleKind
  /** Where a rating of this puzzle begins, 600 to 2400: by which levels find the first move. */
  readonly rating: number
  readonly themes: readonly Theme[]
  /** Levels, 1 to 10, that find the first move, in order. */
  readonly foundBy: readonly number[]
  /** How many moves the solver has to find. */
  readonly ownMoves: number
}

/** A position in which exactly one move keeps what it is worth, proved; and what follows, as long as that holds. */
export interface Puzzle extends PuzzleSummary {
  readonly position: Position
  readonly hfen: string
  /** The solver's moves and the replies in turn; the first and the last are the solver's. */
  readonly solution: readonly Move[]
}

/** What a puzzle is made from; the rest follows from it. */
export type PuzzleParts = Pick<
  Puzzle,
  'position' | 'kind' | 'solution' | 'rating' | 'themes' | 'foundBy'
>

/** The whole puzzle. */
export function puzzleOf({ position, solution, ...parts }: PuzzleParts): Puzzle {
  // Through its text, so that a puzzle is the same however it came about: what lies below the tops is not part of it.
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

/** The name of the puzzle in a position: seven letters and digits. */
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
/** The hash is FNV-1a, 32 bits of it, and four more of one that begins elsewhere. */
const FIRST_BASIS = 0x811c9dc5
const SECOND_BASIS = 0x2f1b36a7
const PRIME = 0x01000193

function positionOfPuzzle(hfen: string, endRule: EndRule): Position {
  const position: Result<Position, unknown> = parsePosition(hfen, endRule)
  if (!position.ok) throw new Error(`a puzzle's position is none: ${hfen}`)
  return position.value
}
