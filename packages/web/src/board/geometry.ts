/**
 * `packages/picture` has the measures of the drawing; this file maps the screen back to squares.
 */
import {
  CELL,
  CORNER,
  centerOf,
  drawingOrder,
  isOnStack,
  type Point,
  placeOf,
  RADIUS,
  topOf,
} from '@hokito/picture/parts'
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

/** The squares whose stacks hide a part of the top of the stack on one of the given squares. */
export function hidingFrom(
  shown: readonly (Square | undefined)[],
  { board }: Position,
  orientation: Color,
): ReadonlySet<Square> {
  const hiding = shown.flatMap((square) => {
    const stack = square === undefined ? undefined : board[square]
    if (square === undefined || stack === undefined) return []
    const top = topOf(stack.height, centerOf(square, orientation))
    const { column, row } = placeOf(square, orientation)
    return IN_FRONT.flatMap(([right, down]) => {
      const other = squareAtPlace(column + right, row + down, orientation)
      const height = other === undefined ? 0 : (board[other]?.height ?? 0)
      if (other === undefined || height < 2) return []
      const center = centerOf(other, orientation)
      const at = { x: top.x - center.x, y: top.y - center.y }
      return isOnStack(at, height, HIDING) ? [other] : []
    })
  })
  return new Set(hiding)
}

// --- internal ---

/** Where a stack stands that can lean over a square, in columns and rows from it. */
const IN_FRONT = [
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const

/** A stack that comes so near to the middle of another one's top hides a fifth of it. */
const HIDING = RADIUS * 1.45
