import {
  BOARD_SIZE,
  type Box,
  centerOf,
  ORIGIN,
  type Point,
  plateMiddle,
  RADIUS,
  topOf,
} from '@hokito/picture/parts'
import { type Color, type Position, SQUARES } from '@hokito/rules'
import type { CountedPart } from '../../models/game/counting.ts'

/**
 * The middle of each stack's mark in the units of the drawing: where its height stands otherwise,
 * which is hidden meanwhile, or else the first place beside its top that covers no other mark,
 * nothing printed on a piece and no other top, or least of them.
 */
export function countPlaces(
  parts: readonly CountedPart[],
  { board }: Position,
  orientation: Color,
): readonly Point[] {
  const stacks = SQUARES.flatMap((square) => {
    const height = board[square]?.height ?? 0
    const at = centerOf(square, orientation)
    const boxes = { print: printBox(height, at), face: faceBox(height, at) }
    return height === 0 ? [] : [{ square, ...boxes }]
  })
  const prints = stacks.map(({ print }) => print)
  const marks: Box[] = []
  return parts.map(({ square, height, points }) => {
    const faces = stacks.filter((stack) => stack.square !== square).map(({ face }) => face)
    // A mark over another one is worse than over a print, and that than over a neighbour's rim.
    const costOf = (box: Box) =>
      Math.round(
        10 * coveredBy(box, marks) +
          coveredBy(box, prints) +
          0.2 * coveredBy(box, faces) +
          20 * outside(box),
      )
    const places = placesOf(height, centerOf(square, orientation), points)
    const boxes = places.map((place) => markBox(place, points))
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

/** The outline of what is printed on the top of a stack. */
export function printBox(height: number, at: Point): Box {
  return boxAbout(topOf(height, at), PRINT)
}

/** A square that covers about as much as the face of a stack's top. */
export function faceBox(height: number, at: Point): Box {
  return boxAbout(topOf(height, at), FACE)
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

const FACE = 0.85 * RADIUS

function boxAbout({ x, y }: Point, half: number): Box {
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
}

/** Places of a mark: that of the height, then just beside the print of the top; the best first. */
function placesOf(height: number, at: Point, points: number): readonly Point[] {
  const { x, y } = topOf(height, at)
  const aside = PRINT + markBox(ORIGIN, points).width / 2
  const above = PRINT + MARK.height / 2
  return [
    plateMiddle(height, at),
    ...[-24, 24, 0].map((shift) => ({ x: x + shift, y: y - above })),
    ...[-14, 0, 14].flatMap((shift) => [
      { x: x - aside, y: y + shift },
      { x: x + aside, y: y + shift },
    ]),
  ]
}

/** The area of a box outside the board. */
function outside(box: Box): number {
  return box.width * box.height - coveredBy(box, [WHOLE])
}

const WHOLE: Box = { x: 0, y: 0, width: BOARD_SIZE, height: BOARD_SIZE }
