import { type Color, fileOf, rankOf, SIDE, type Square } from '@hokito/rules'

/** Units of the drawing. A square is 100 wide, and everything else is measured against it. */
export const CELL = 100

/**
 * The upper left corner of the 36 squares. They lie left of and below the middle of the board,
 * because stacks lean to the upper right and the highest ones need room there.
 */
export const CORNER = { x: 26, y: 34 } as const

/** Width and height of the whole board. */
export const BOARD_SIZE = SIDE * CELL + 60

/** A point in the drawing. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The middle of a square, seen from one side of the table. */
export function centerOf(square: Square, orientation: Color): Point {
  const { column, row } = placeOf(square, orientation)
  return { x: CORNER.x + (column + 0.5) * CELL, y: CORNER.y + (row + 0.5) * CELL }
}

/** Column and row of a square on the screen, from the upper left, counted from 0. */
export function placeOf(square: Square, orientation: Color): { column: number; row: number } {
  const file = fileOf(square)
  const rank = rankOf(square)
  return orientation === 'black'
    ? { column: file, row: SIDE - 1 - rank }
    : { column: SIDE - 1 - file, row: rank }
}
