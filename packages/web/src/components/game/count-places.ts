import { type Box, centerOf, type Point, plateBox, topOf } from '@hokito/picture/parts'
import { type Color, type Position, SQUARES } from '@hokito/rules'
import type { CountedPart } from '../../models/game/counting.ts'

/**
 * The middle of each stack's mark in the units of the drawing: at the upper left of its top, or if
 * that would cover the height of another stack or its mark, where the least of them is covered.
 */
export function countPlaces(
  parts: readonly CountedPart[],
  { board }: Position,
  orientation: Color,
): readonly Point[] {
  const taken = SQUARES.flatMap((square) => {
    return plateBox(board[square]?.height ?? 0, centerOf(square, orientation)) ?? []
  })
  return parts.map(({ square, height, points }) => {
    const top = topOf(height, centerOf(square, orientation))
    const boxes = BESIDE.map(([x, y]) => markBox({ x: top.x + x, y: top.y + y }, points))
    const best = boxes.reduce((one, other) =>
      coveredBy(other, taken) < coveredBy(one, taken) ? other : one,
    )
    taken.push(best)
    return { x: best.x + best.width / 2, y: best.y + best.height / 2 }
  })
}

/** The outline of a mark; the style sheet draws it no larger. */
export function markBox(middle: Point, points: number): Box {
  const width = MARK.least + MARK.digit * Math.max(0, `${points}`.length - 1)
  const { height } = MARK
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
}

/** The area of a box that lies over others. */
export function coveredBy(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x)
    const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y)
    return sum + Math.max(0, width) * Math.max(0, height)
  }, 0)
}

// --- internal ---

const MARK = { least: 42, digit: 10, height: 36 } as const

/** Places of a mark about the middle of a top, the best first; the plate is at the lower right. */
const BESIDE = [
  [-30, -32],
  [-38, 0],
  [0, -40],
  [30, -34],
  [-34, 26],
  [38, -8],
] as const
