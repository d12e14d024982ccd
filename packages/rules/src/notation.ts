import type { Position } from './position.ts'
import { err, ok, type Result } from './result.ts'
import { formatSquare, parseSquare, SIDE, SQUARE_COUNT, squareAt } from './square.ts'
import { hiddenStack, isSingle, type Stack } from './stack.ts'
import type { Color, EndRule, Move, Piece } from './types.ts'

/** Why a text is not a move. `at` is the offset of the first wrong character. */
export interface MoveError {
  readonly code: 'badMove'
  readonly at: number
}

/** Ways an HFEN can be wrong. */
export const HFEN_ERRORS = [
  'badCell',
  'badHeight',
  'rankTooShort',
  'rankTooLong',
  'tooFewRanks',
  'tooManyRanks',
  'badSide',
  'trailingText',
  'tooManyPieces',
] as const

/** Why a text is not a position. `at` is the offset of the error. */
export interface HfenError {
  readonly code: (typeof HFEN_ERRORS)[number]
  readonly at: number
}

/** Parses a move written as its two squares, `c2d4`. Does not check that it is legal. */
export function parseMove(text: string): Result<Move, MoveError> {
  const from = parseSquare(text.slice(0, 2))
  if (!from.ok) return err({ code: 'badMove', at: from.error.at })
  const to = parseSquare(text.slice(2))
  if (!to.ok) return err({ code: 'badMove', at: 2 + to.error.at })
  return ok({ from: from.value, to: to.value })
}

/** Formats a move as its two squares, `c2d4`. */
export function formatMove({ from, to }: Move): string {
  return formatSquare(from) + formatSquare(to)
}

/**
 * The number that a record writes before a half-move (`ply` counted from 0): `1.` before Black's,
 * `1...` before White's if the game or a variation starts with it, else undefined.
 */
export function numberBefore(
  ply: number,
  firstTurn: Color,
  startsLine = ply === 0,
): string | undefined {
  const plyOfBlackFirst = firstTurn === 'white' ? ply + 1 : ply
  const number = Math.floor(plyOfBlackFirst / 2) + 1
  if (plyOfBlackFirst % 2 === 0) return `${number}.`
  return startsLine ? `${number}...` : undefined
}

/**
 * Parses an HFEN such as `----C4-/a2-----/------/--B12--a2/------/--b8--A8 b`. The pieces below the
 * tops are unknown. End rule and compensation are not part of an HFEN, so the caller passes them.
 */
export function parsePosition(
  text: string,
  endRule: EndRule,
  compensation = 0,
): Result<Position, HfenError> {
  const board = new Array<Stack | undefined>(SQUARE_COUNT).fill(undefined)
  let at = 0
  let pieces = 0
  for (let rank = SIDE - 1; rank >= 0; rank--) {
    for (let file = 0; file < SIDE; file++) {
      const cell = readCell(text, at)
      if (!cell.ok) return cell
      const { stack, end } = cell.value
      pieces += stack?.height ?? 0
      if (pieces > SQUARE_COUNT) return err({ code: 'tooManyPieces', at })
      board[squareAt(file, rank)] = stack
      at = end
    }
    const separator = rank === 0 ? ' ' : '/'
    if (text[at] !== separator) return err({ code: wrongSeparator(text, at, rank), at })
    at++
  }
  const turn = SIDES.get(text[at] ?? '')
  if (turn === undefined) return err({ code: 'badSide', at })
  if (text.length > at + 1) return err({ code: 'trailingText', at: at + 1 })
  return ok({ board, turn, endRule, compensation })
}

/** Formats a position as an HFEN: tops, heights and the side to move. */
export function formatPosition(position: Position): string {
  const ranks: string[] = []
  for (let rank = SIDE - 1; rank >= 0; rank--) {
    let cells = ''
    for (let file = 0; file < SIDE; file++)
      cells += formatCell(position.board[squareAt(file, rank)])
    ranks.push(cells)
  }
  return `${ranks.join('/')} ${position.turn === 'black' ? 'b' : 'w'}`
}

// --- internal ---

const SIDES: ReadonlyMap<string, Color> = new Map([
  ['b', 'black'],
  ['w', 'white'],
])

/** The six kinds of piece by letter, Black's first. */
const LETTERS: ReadonlyMap<string, Piece> = new Map([
  ['a', { color: 'black', value: 1 }],
  ['b', { color: 'black', value: 2 }],
  ['c', { color: 'black', value: 3 }],
  ['A', { color: 'white', value: 1 }],
  ['B', { color: 'white', value: 2 }],
  ['C', { color: 'white', value: 3 }],
])

interface Cell {
  readonly stack: Stack | undefined
  readonly end: number
}

function readCell(text: string, at: number): Result<Cell, HfenError> {
  const letter = text[at]
  if (letter === '-') return ok({ stack: undefined, end: at + 1 })
  const top = LETTERS.get(letter ?? '')
  if (top === undefined) return err({ code: missingCell(letter), at })
  let end = at + 1
  while (isDigit(text[end])) end++
  const digits = text.slice(at + 1, end)
  if (digits === '') return ok({ stack: hiddenStack(top, 1), end })
  if (digits.startsWith('0') || digits === '1') return err({ code: 'badHeight', at: at + 1 })
  if (digits.length > 2 || Number(digits) > SQUARE_COUNT)
    return err({ code: 'tooManyPieces', at: at + 1 })
  return ok({ stack: hiddenStack(top, Number(digits)), end })
}

/** The error at a place that should have a cell. */
function missingCell(letter: string | undefined): HfenError['code'] {
  if (letter === '/' || letter === ' ' || letter === undefined) return 'rankTooShort'
  return 'badCell'
}

/** The error at a place where a rank should end. `rank` is the one just read, from 5 down to 0. */
function wrongSeparator(text: string, at: number, rank: number): HfenError['code'] {
  const found = text[at]
  if (found === undefined) return rank === 0 ? 'badSide' : 'tooFewRanks'
  if (found === ' ') return 'tooFewRanks'
  if (found === '/') return 'tooManyRanks'
  return found === '-' || LETTERS.has(found) ? 'rankTooLong' : 'badCell'
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function letterOf({ color, value }: Piece): string {
  for (const [letter, piece] of LETTERS) {
    if (piece.color === color && piece.value === value) return letter
  }
  throw new Error(`no letter for a ${color} ${value}`)
}

function formatCell(stack: Stack | undefined): string {
  if (stack === undefined) return '-'
  const letter = letterOf(stack.top)
  return isSingle(stack) ? letter : `${letter}${stack.height}`
}
