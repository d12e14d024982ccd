import {
  arrange,
  COLORS,
  type Color,
  type Deal,
  dealOf,
  type Piece,
  SQUARE_COUNT,
  type Square,
  VALUES,
} from '@hokito/rules'
import { pointAt } from './describe.ts'
import { EXIT, UserError } from './io.ts'

/**
 * Reads the pieces of a deal one by one: Black's 18 values from a1 to f3, then White's from f6 to
 * a4, as `123…`; or all 36 from a1 to f6 as the letters of an HFEN, `abcABC…`. Spaces and slashes
 * are ignored.
 * @throws UserError with the place of the error
 */
export function readArrangement(text: string): Deal {
  const pieceAt = /[a-c]/i.test(text) ? pieceOfLetter : pieceOfDigit
  const pieces: Piece[] = []
  const board: Piece[] = []
  for (const [at, character] of [...text].entries()) {
    if (character === ' ' || character === '/') continue
    if (pieces.length === SQUARE_COUNT) throw wrong(text, at, 'there are more than 36 pieces')
    const found = pieceAt(character, pieces.length)
    if (typeof found === 'string') throw wrong(text, at, found)
    pieces.push(found)
    board[squareOf(pieces.length - 1, pieceAt === pieceOfDigit)] = found
    if (pieces.filter((piece) => isSame(piece, found)).length > EACH) {
      throw wrong(
        text,
        at,
        `this is ${NAMES[found.color]}'s seventh ${found.value}, and there are only six`,
      )
    }
  }
  const deal = dealOf(board)
  if (deal !== undefined) return deal
  throw wrong(text, text.length, `36 pieces are needed, and there are only ${pieces.length}`)
}

/** Formats the pieces of a deal in the form that {@link readArrangement} reads. */
export function formatArrangement(deal: Deal): string {
  const pieces = arrange(deal)
  if (deal.kind === 'scattered') return inGroups(pieces.map(letterOf), SQUARE_COUNT / EACH)
  const values = pieces.map((_, index) => String(pieces[squareOf(index, true)]?.value))
  return `${inGroups(values.slice(0, HALF), HALF / EACH)} ${inGroups(values.slice(HALF), HALF / EACH)}`
}

// --- internal ---

/** Number of pieces of each kind, and of squares in a rank. */
const EACH = 6
const HALF = SQUARE_COUNT / 2
const NAMES = { black: 'Black', white: 'White' } as const
const LETTERS = 'abcABC'

/** The square of the piece at this index of the text. White's are read from White's own side. */
function squareOf(index: number, isBySide: boolean): Square {
  return isBySide && index >= HALF ? SQUARE_COUNT - 1 - (index - HALF) : index
}

function pieceOfDigit(character: string, index: number): Piece | string {
  const value = VALUES.find((each) => String(each) === character)
  const color: Color = index < HALF ? 'black' : 'white'
  return value === undefined ? 'a value must be 1, 2 or 3' : { color, value }
}

function pieceOfLetter(character: string): Piece | string {
  const kind = LETTERS.indexOf(character)
  const value = VALUES[kind % VALUES.length]
  const color = COLORS[Math.floor(kind / VALUES.length)]
  return value === undefined || color === undefined
    ? 'a piece must be one of a, b, c, A, B, C'
    : { color, value }
}

function letterOf({ color, value }: Piece): string {
  return LETTERS.charAt(COLORS.indexOf(color) * VALUES.length + value - 1)
}

function inGroups(letters: readonly string[], count: number): string {
  return Array.from({ length: count }, (_, group) =>
    letters.slice(group * EACH, (group + 1) * EACH).join(''),
  ).join('/')
}

function isSame(a: Piece, b: Piece): boolean {
  return a.color === b.color && a.value === b.value
}

function wrong(text: string, at: number, why: string): UserError {
  return new UserError(`this arrangement cannot be read: ${why}\n${pointAt(text, at)}`, EXIT.usage)
}
