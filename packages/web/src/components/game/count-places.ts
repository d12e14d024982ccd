import { BOARD_SIZE, type Box, centerOf, ORIGIN, type Point, topOf } from '@hokito/picture/parts'
import { type Color, type Position, SQUARES } from '@hokito/rules'
import type { CountedPart } from '../../models/game/counting.ts'

/**
 * The middle of each stack's mark in the units of the drawing, beside the middle of its top: the
 * first place that covers neither another mark nor what is printed on a piece, or else the one that
 * covers least. The heights of stacks are hidden meanwhile.
 */
export function countPlaces(
  parts: readonly CountedPart[],
  { board }: Position,
  orientation: Color,
): readonly Point[] {
  const prints = SQUARES.flatMap((square) => {
    return printBox(board[square]?.height ?? 0, centerOf(square, orientation)) ?? []
  })
  const marks: Box[] = []
  // Two marks over each other are worse than a mark over a print.
  const costOf = (box: Box) =>
    Math.round(10 * coveredBy(box, marks) + coveredBy(box, prints) + 20 * outside(box))
  return parts.map(({ square, height, points }) => {
    const top = topOf(height, centerOf(square, orientation))
    const boxes = placesAbout(top, points).map((place) => markBox(place, points))
    const best = boxes.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
    marks.push(best)
    return { x: best.x + best.width / 2, y: best.y + best.height / 2 }
  })
}

/** The outline of a mark; the style sheet draws it no larger. */
export function markBox(middle: Point, points: number): Box {
  const width = MARK.least + MARK.digit * Math.max(0, `${points}`.length - 1)
  const { height } = MARK
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
}

/** The outline of what is printed on the top of a stack; undefined if there is none. */
export function printBox(height: number, at: Point): Box | undefined {
  if (height === 0) return undefined
  const { x, y } = topOf(height, at)
  return { x: x - PRINT, y: y - PRINT, width: 2 * PRINT, height: 2 * PRINT }
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

/** Half the side of the square that holds what is printed on a piece. */
const PRINT = 18

/** Places of a mark about the middle of a top, just beside its print; the best first. */
function placesAbout({ x, y }: Point, points: number): readonly Point[] {
  const aside = PRINT + markBox(ORIGIN, points).width / 2
  const above = PRINT + MARK.height / 2
  return [
    ...[-24, 24, 0].map((shift) => ({ x: x + shift, y: y - above })),
    ...[-14, 0, 14].flatMap((shift) => [
      { x: x - aside, y: y + shift },
      { x: x + aside, y: y + shift },
    ]),
    ...[-24, 24, 0].map((shift) => ({ x: x + shift, y: y + above })),
    // Farther away, where stacks crowd.
    ...[-aside, aside].flatMap((shift) => [
      { x: x + shift, y: y - above },
      { x: x + shift, y: y + above },
    ]),
  ]
}

/** The area of a box outside the board. */
function outside(box: Box): number {
  return box.width * box.height - coveredBy(box, [WHOLE])
}

const WHOLE: Box = { x: 0, y: 0, width: BOARD_SIZE, height: BOARD_SIZE }
