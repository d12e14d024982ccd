import {
  type ByColor,
  type Color,
  type Deal,
  dealOf,
  type Piece,
  type RandomBytes,
  randomIndex,
  SQUARE_COUNT,
  type Square,
  VALUES,
  type Value,
} from '@hokito/rules'
import * as z from 'zod/mini'

/**
 * One side's pieces on its own three ranks, as far as they are placed. Each of the 18 squares is a
 * digit, the value of its piece, or `-` if empty. The squares come in the order of an arrangement's
 * number: from a1 for Black, and rotated by half a turn for White. So the text cannot contain
 * another rank or a stack.
 */
export const arrangementSchema = z.string().check(
  z.regex(/^[123-]{18}$/),
  z.refine((text) => VALUES.every((value) => countOf(text, value) <= EACH)),
)

/** The same with all 18 pieces placed. */
export const wholeArrangementSchema = arrangementSchema.check(z.refine((text) => isWhole(text)))

/** An arrangement with no piece placed. */
export const NOTHING_PLACED = '-'.repeat(SQUARE_COUNT / 2)

/** Is every piece placed? */
export function isWhole(arrangement: string): boolean {
  return !arrangement.includes('-')
}

/** The pieces on a side's own ranks, as an arrangement. */
export function arrangementOf(
  color: Color,
  pieceAt: (square: Square) => Piece | undefined,
): string {
  return Array.from(NOTHING_PLACED, (_, place) => {
    return pieceAt(squareOfPlace(color, place))?.value ?? '-'
  }).join('')
}

/** The pieces of an arrangement by square. The other side's half has none. */
export function piecesOf(color: Color, arrangement: string): ReadonlyMap<Square, Piece> {
  const pieces = new Map<Square, Piece>()
  for (const [place, letter] of [...arrangement].entries()) {
    const value = VALUES.find((each) => String(each) === letter)
    if (value !== undefined) pieces.set(squareOfPlace(color, place), { color, value })
  }
  return pieces
}

/**
 * Completes an arrangement by placing the other pieces at random. All completions are equally
 * likely.
 */
export function withRest(arrangement: string, randomBytes: RandomBytes): string {
  const rest = VALUES.flatMap((value) => {
    return Array.from({ length: EACH - countOf(arrangement, value) }, () => String(value))
  })
  return arrangement.replace(/-/g, () => {
    const [drawn = '-'] = rest.splice(randomIndex(rest.length, randomBytes), 1)
    return drawn
  })
}

/**
 * The deal that two whole arrangements make.
 * @throws Error if either is incomplete, which is a bug of the caller
 */
export function dealOfArrangements(arrangements: ByColor<string>): Deal {
  const black = piecesOf('black', arrangements.black)
  const white = piecesOf('white', arrangements.white)
  const pieces = [...black, ...white].toSorted(([a], [b]) => a - b).map(([, piece]) => piece)
  const deal = dealOf(pieces)
  if (deal === undefined) throw new Error('two arrangements are not whole')
  return deal
}

// --- internal ---

/** Number of pieces of each value on a side. */
const EACH = 6

function countOf(text: string, value: Value): number {
  return text.split(String(value)).length - 1
}

/** The square of a side's place, counted from 0. */
function squareOfPlace(color: Color, place: number): Square {
  return color === 'black' ? place : SQUARE_COUNT - 1 - place
}
