import type { Color, Piece } from './types.ts'

/**
 * The pieces on one square, from a single piece upwards. Stacks never split.
 *
 * `pieces` runs from bottom to top and is as long as the stack is high. A piece is `undefined` if
 * it is unknown: an HFEN gives only the top and the height.
 */
export interface Stack {
  readonly top: Piece
  readonly height: number
  readonly pieces: readonly (Piece | undefined)[]
}

/** A stack of one piece. */
export function single(piece: Piece): Stack {
  return { top: piece, height: 1, pieces: [piece] }
}

/** A stack of which only the top and the height are known; `height` is 1 to 36. */
export function hiddenStack(top: Piece, height: number): Stack {
  const pieces = new Array<Piece | undefined>(height).fill(undefined)
  pieces[height - 1] = top
  return { top, height, pieces }
}

/** Is this one piece alone? It lands on singles only, and stacks land on stacks only. */
export function isSingle(stack: Stack): boolean {
  return stack.height === 1
}

/** The side that moves this stack and scores for it: the colour of its top piece. */
export function ownerOf(stack: Stack): Color {
  return stack.top.color
}

/** Points of one stack for its owner: top value times height. */
export function pointsOf(stack: Stack): number {
  return stack.top.value * stack.height
}

/** The stack that results when `moving` lands on `below`. Both keep their order. */
export function stackOnto(moving: Stack, below: Stack): Stack {
  return {
    top: moving.top,
    height: below.height + moving.height,
    pieces: [...below.pieces, ...moving.pieces],
  }
}

/** Are these the same pieces in the same order, or no stack on either side? */
export function isSameStack(a: Stack | undefined, b: Stack | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.height === b.height && a.pieces.every((piece, index) => isSamePiece(piece, b.pieces[index]))
  )
}

// --- internal ---

function isSamePiece(a: Piece | undefined, b: Piece | undefined): boolean {
  return a?.color === b?.color && a?.value === b?.value
}
