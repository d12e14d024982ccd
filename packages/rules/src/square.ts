import { err, ok, type Result } from './result.ts'
import type { BySquare, Square } from './types.ts'

/** Files and ranks of the board. */
export const SIDE = 6

/** Squares on the board, and pieces in the box. */
export const SQUARE_COUNT = SIDE * SIDE

/** All squares in index order: a1, b1, … f6. */
export const SQUARES: readonly Square[] = Array.from(
  { length: SQUARE_COUNT },
  (_, square) => square,
)

/** Clockwise from north, so that the opposite of direction `d` is `(d + 2) % 4`. */
export const DIRECTIONS = ['north', 'east', 'south', 'west'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** File of a square, 0 for a to 5 for f. */
export function fileOf(square: Square): number {
  return square % SIDE
}

/** Rank of a square, 0 for rank 1 to 5 for rank 6. */
export function rankOf(square: Square): number {
  return Math.floor(square / SIDE)
}

/**
 * The square at a file and rank counted from 0. The caller must ensure that both are on the board.
 */
export function squareAt(file: number, rank: number): Square {
  return rank * SIDE + file
}

/** Is this an index of the board? */
export function isSquare(value: number): value is Square {
  return Number.isInteger(value) && value >= 0 && value < SQUARE_COUNT
}

/** The opposite direction. */
export function reverse(direction: Direction): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 2) % DIRECTIONS.length] ?? direction
}

/** The squares from `square` to the edge, nearest first, without `square` itself. */
export function ray(square: Square, direction: Direction): readonly Square[] {
  return raysOf(square)[DIRECTIONS.indexOf(direction)] ?? []
}

/** The rays of a square in the order of {@link DIRECTIONS}. */
export function raysOf(square: Square): readonly (readonly Square[])[] {
  return RAYS[square] ?? []
}

/** Why a text is not a square: `at` is the offset of the first wrong character. */
export interface SquareError {
  readonly code: 'badSquare'
  readonly at: number
}

/** Parses `a1` … `f6`, lower case only. */
export function parseSquare(text: string): Result<Square, SquareError> {
  const file = text.charCodeAt(0) - A
  if (!(file >= 0 && file < SIDE)) return err({ code: 'badSquare', at: 0 })
  const rank = text.charCodeAt(1) - ONE
  if (!(rank >= 0 && rank < SIDE)) return err({ code: 'badSquare', at: 1 })
  if (text.length > 2) return err({ code: 'badSquare', at: 2 })
  return ok(squareAt(file, rank))
}

/** Formats a square as `a1` … `f6`. */
export function formatSquare(square: Square): string {
  return String.fromCharCode(A + fileOf(square), ONE + rankOf(square))
}

// --- internal ---

const A = 97
const ONE = 49

/** In the order of the directions. */
const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const

const RAYS: BySquare<readonly (readonly Square[])[]> = SQUARES.map((from) =>
  STEPS.map(([df, dr]) => {
    const squares: Square[] = []
    let file = fileOf(from) + df
    let rank = rankOf(from) + dr
    while (file >= 0 && file < SIDE && rank >= 0 && rank < SIDE) {
      squares.push(squareAt(file, rank))
      file += df
      rank += dr
    }
    return squares
  }),
)
