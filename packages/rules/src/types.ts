/** The two sides. Black sits at rank 1 and makes the first move; White sits at rank 6. */
export const COLORS = ['black', 'white'] as const
export type Color = (typeof COLORS)[number]

/**
 * The marks on a piece: the number of hops it makes, and the points it gives per piece of its
 * stack.
 */
export const VALUES = [1, 2, 3] as const
export type Value = (typeof VALUES)[number]

/** Which stuck player ends the game: either of them, or only the one to move. */
export const END_RULES = ['either', 'onTurn'] as const
export type EndRule = (typeof END_RULES)[number]

/** One value for each side. It stands in for pairs of `black…`/`white…` fields. */
export type ByColor<T> = { readonly [C in Color]: T }

/** One of the 18 pieces a side owns at the start. */
export interface Piece {
  readonly color: Color
  readonly value: Value
}

/** A square by its index `(rank - 1) * 6 + file`: a1 is 0, f1 is 5, f6 is 35. */
export type Square = number

/** Something for each of the 36 squares, by index. */
export type BySquare<T> = readonly T[]

/**
 * Where a piece or stack starts and ends. The route between the two decides only whether the move
 * is legal.
 */
export interface Move {
  readonly from: Square
  readonly to: Square
}

/** The opponent's colour. */
export function opposite(color: Color): Color {
  return color === 'black' ? 'white' : 'black'
}

/** Builds a {@link ByColor} from one function. */
export function byColor<T>(make: (color: Color) => T): ByColor<T> {
  return { black: make('black'), white: make('white') }
}
