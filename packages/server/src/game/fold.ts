import { createHash } from 'node:crypto'
import {
  formatMove,
  legalMoves,
  type Move,
  ownerOf,
  type Position,
  SYMMETRIES,
  type Symmetry,
  transformMove,
  transformPosition,
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
export function fold(position: Position): Folded {
  const images = SYMMETRIES.map((symmetry) => ({
    symmetry,
    text: textOf(transformPosition(position, symmetry)),
  }))
  const first = images.map(({ text }) => text).reduce((a, b) => (a < b ? a : b))
  const same = images.filter(({ text }) => text === first).map(({ symmetry }) => symmetry)
  return {
    position: createHash('sha256').update(first).digest('base64url').slice(0, NAME_LENGTH),
    nameOf: (move) => nameOf(move, same),
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

function nameOf(move: Move, symmetries: readonly Symmetry[]): string {
  return symmetries
    .map((symmetry) => formatMove(transformMove(move, symmetry)))
    .reduce((a, b) => (a < b ? a : b))
}

/** Whose turn it is follows from how many squares are occupied. */
function textOf({ board }: Position): string {
  return board
    .map((stack) =>
      stack === undefined ? '-' : `${ownerOf(stack)[0]}${stack.top.value}.${stack.height}`,
    )
    .join(' ')
}
