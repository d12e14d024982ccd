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
 * One side's own pieces on its own three ranks, as far as they are placed: a letter for each of its 18
 * squares, the value of the piece there or `-`. The squares come in the order of an arrangement's number:
 * from a1 for Black, and turned by half for White. So it can show neither another rank nor a stack.
 */
export const arrangementSchema = z.string().check(
  z.regex(/^[123-]{18}$/),
  z.refine((text) => VALUES.every((value) => countOf(text, value) <= EACH)),
)

/** The same with all 18 pieces placed. */
export const wholeArrangementSchema = arrangementSchema.check(z.refine((text) => isWhole(text)))

/** A side of which nothing is placed. */
export const NOTHING_PLACED = '-'.repeat(SQUARE_COUNT / 2)

/** Is every piece placed? */
export function isWhole(arrangement: string): boolean {
  return !arrangement.includes('-')
}

/** What stands on a side's own ranks, as its arrangement. */
export function arrangementOf(
  color: Color,
  pieceAt: (square: Square) => Piece | undefined,
): string {
  return Array.from(NOTHING_PLACED, (_, place) => {
    return pieceAt(squareOfPlace(color, place))?.value ?? '-'
  }).join('')
}

/** The piece of an arrangement on each square of the board; none on the other side's half. */
export function piecesOf(color: Color, arrangement: string): ReadonlyMap<Square, Piece> {
  const pieces = new Map<Square, Piece>()
  for (const [place, letter] of [...arrangement].entries()) {
    const value = VALUES.find((each) => String(each) === letter)
    if (value !== undefined) pieces.set(squareOfPlace(color, place), { color, value })
  }
  return pieces
}

/** An arrangement with what is not placed yet placed at random: every way to do so is as likely. */
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
 * @throws Error where one of them is not whole: that is a bug of the caller
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

/** Pieces of each value that a side has. */
const EACH = 6

function countOf(text: string, value: Value): number {
  return text.split(String(value)).length - 1
}

/** The square that a side's place, counted from 0, stands for. */
function squareOfPlace(color: Color, place: number): Square {
  return color === 'black' ? place : SQUARE_COUNT - 1 - place
}
