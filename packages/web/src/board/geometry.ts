/**
 * `packages/picture` has the measures of the drawing; this file maps the screen back to squares.
 */
import { CELL, CORNER, centerOf, drawingOrder, isOnStack, type Point } from '@hokito/picture/parts'
import { type Color, type Position, SIDE, type Square, squareAt } from '@hokito/rules'

/** The square at a column and row of the screen; undefined outside the board. */
export function squareAtPlace(column: number, row: number, orientation: Color): Square | undefined {
  if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return undefined
  return orientation === 'black'
    ? squareAt(column, SIDE - 1 - row)
    : squareAt(SIDE - 1 - column, row)
}

/**
 * What is seen at a point of the drawing: the square of the nearest stack whose discs are there,
 * else the square under the point; undefined on the frame and outside.
 */
export function squareAtPoint(
  { x, y }: Point,
  orientation: Color,
  board: Position['board'] = [],
): Square | undefined {
  const seen = drawingOrder(orientation).findLast((square) => {
    const height = board[square]?.height ?? 0
    const center = centerOf(square, orientation)
    return height > 0 && isOnStack({ x: x - center.x, y: y - center.y }, height)
  })
  const [column, row] = [Math.floor((x - CORNER.x) / CELL), Math.floor((y - CORNER.y) / CELL)]
  return seen ?? squareAtPlace(column, row, orientation)
}
