/**
 * `packages/picture` has the measures of the drawing; this file maps the screen back to squares.
 */
import { CELL, FRAME, type Point } from '@hokito/picture/measures'
import { type Color, SIDE, type Square, squareAt } from '@hokito/rules'

/** The square at a column and row of the screen; undefined outside the board. */
export function squareAtPlace(column: number, row: number, orientation: Color): Square | undefined {
  if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return undefined
  return orientation === 'black'
    ? squareAt(column, SIDE - 1 - row)
    : squareAt(SIDE - 1 - column, row)
}

/** The square under a point of the drawing; undefined on the frame and outside. */
export function squareAtPoint({ x, y }: Point, orientation: Color): Square | undefined {
  return squareAtPlace(Math.floor((x - FRAME) / CELL), Math.floor((y - FRAME) / CELL), orientation)
}
