import type { Position } from './position.ts'
import { ownerOf, pointsOf } from './stack.ts'
import { type ByColor, byColor, type Color, type Square, type Value } from './types.ts'

/** Points on the board, by colour. */
export type Score = ByColor<number>

/** The part of one square in its owner's score: `value * height = points`. */
export interface ScorePart {
  readonly square: Square
  readonly value: Value
  readonly height: number
  readonly points: number
}

/** The points on the board that each side has now, without compensation. */
export function score(position: Position): Score {
  const points = { black: 0, white: 0 }
  for (const stack of position.board) {
    if (stack !== undefined) points[ownerOf(stack)] += pointsOf(stack)
  }
  return points
}

/** What decides the game: the points on the board, and for White the compensation. */
export function totals(position: Position): Score {
  const { black, white } = score(position)
  return { black, white: white + position.compensation }
}

/** The squares that make up each side's score, highest first, then in square order. */
export function scoreParts(position: Position): ByColor<readonly ScorePart[]> {
  return byColor((color) => partsOf(position, color))
}

/** The side that leads by these points, or `draw` if they are equal. */
export function leader(points: Score): Color | 'draw' {
  if (points.black === points.white) return 'draw'
  return points.black > points.white ? 'black' : 'white'
}

// --- internal ---

function partsOf(position: Position, color: Color): readonly ScorePart[] {
  return position.board
    .flatMap((stack, square): ScorePart[] => {
      if (stack === undefined || ownerOf(stack) !== color) return []
      return [{ square, value: stack.top.value, height: stack.height, points: pointsOf(stack) }]
    })
    .sort((a, b) => b.points - a.points || a.square - b.square)
}
