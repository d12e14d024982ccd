import { hash } from 'node:crypto'
import {
  formatMove,
  legalMoves,
  type Move,
  ownerOf,
  type Position,
  SQUARES,
  type Square,
  SYMMETRIES,
  type Symmetry,
  transformMove,
  transformSquare,
} from '@hokito/rules'

/** A position under the name that it shares with all that come to the same, and its moves under theirs. */
export interface Folded {
  readonly position: string
  readonly nameOf: (move: Move) => string
}

/**
 * Folds a position: turned and mirrored boards, and positions that differ only in what is buried, have one name. Where
 * a board lies on itself in several ways, so do the moves that are the same by them.
 */
export function fold({ board }: Position): Folded {
  const texts = board.map(textOf)
  const [first, ...same] = firstOf(texts)
  const text = first.squares.map((square) => texts[square]).join(' ')
  return {
    position: hash('sha256', text, 'base64url').slice(0, NAME_LENGTH),
    nameOf: (move) => nameOf(move, [first, ...same]),
  }
}

/** By folded name the first of the moves of this very board that have it. */
export function movesByName(position: Position, { nameOf }: Folded): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  for (const move of legalMoves(position)) {
    const name = nameOf(move)
    if (!moves.has(name)) moves.set(name, formatMove(move))
  }
  return moves
}

// --- internal ---

/** 132 bits: no two positions share one. */
const NAME_LENGTH = 22

/** One way to lay the board on itself. */
interface Image {
  readonly symmetry: Symmetry
  /** For each square the one that comes to lie there. */
  readonly squares: readonly Square[]
}

function imageBy(symmetry: Symmetry): Image {
  const squares: Square[] = []
  for (const square of SQUARES) squares[transformSquare(square, symmetry)] = square
  return { symmetry, squares }
}

const [AS_IT_LIES, ...OTHERS] = SYMMETRIES.map(imageBy)

/** The images of a board that come first in the order of their texts: one, or several that look the same. */
function firstOf(texts: readonly string[]): readonly [Image, ...Image[]] {
  if (AS_IT_LIES === undefined) throw new Error('a board lies on itself')
  let first: [Image, ...Image[]] = [AS_IT_LIES]
  for (const image of OTHERS) {
    const order = compare(texts, image, first[0])
    if (order < 0) first = [image]
    if (order === 0) first.push(image)
  }
  return first
}

/** Most images differ in the first squares, so that none need be written out but the one that comes first. */
function compare(texts: readonly string[], a: Image, b: Image): number {
  for (const square of SQUARES) {
    const one = texts[a.squares[square] ?? square] ?? ''
    const other = texts[b.squares[square] ?? square] ?? ''
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function nameOf(move: Move, images: readonly Image[]): string {
  return images
    .map(({ symmetry }) => formatMove(transformMove(move, symmetry)))
    .reduce((a, b) => (a < b ? a : b))
}

/** Whose turn it is follows from how many squares are occupied. */
function textOf(stack: Position['board'][number]): string {
  return stack === undefined ? '-' : `${ownerOf(stack)[0]}${stack.top.value}.${stack.height}`
}
