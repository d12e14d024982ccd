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

/** The name that a position shares with all equivalent ones, and the names of its moves. */
export interface Folded {
  readonly position: string
  readonly nameOf: (move: Move) => string
}

/**
 * Folds a position: rotated and mirrored boards share a name, as do positions that differ only in
 * buried pieces. If a board has symmetries, its equivalent moves share a name too.
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

/** For each folded name, the first move on this board that has it. */
export function movesByName(position: Position, { nameOf }: Folded): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  for (const move of legalMoves(position)) {
    const name = nameOf(move)
    if (!moves.has(name)) moves.set(name, formatMove(move))
  }
  return moves
}

// --- internal ---

/** 132 bits: collisions are not expected. */
const NAME_LENGTH = 22

/** A symmetry of the board. */
interface Image {
  readonly symmetry: Symmetry
  /** For each square, the square that moves there. */
  readonly squares: readonly Square[]
}

function imageBy(symmetry: Symmetry): Image {
  const squares: Square[] = []
  for (const square of SQUARES) squares[transformSquare(square, symmetry)] = square
  return { symmetry, squares }
}

const [AS_IT_LIES, ...OTHERS] = SYMMETRIES.map(imageBy)

/** The images of a board whose texts sort first: one, or several that look the same. */
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

/** Most images differ in the first squares, so only the first image has to be written out. */
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

/** The side to move is left out, because it follows from the number of occupied squares. */
function textOf(stack: Position['board'][number]): string {
  return stack === undefined ? '-' : `${ownerOf(stack)[0]}${stack.top.value}.${stack.height}`
}
