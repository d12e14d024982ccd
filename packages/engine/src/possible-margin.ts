import { type Color, opposite, ownerOf, type Position } from '@hokito/rules'

/**
 * An estimate in whole points for the side to move, no more than either side can win by: it is a sum of guesses, and
 * says too much where one side wins nearly everything.
 */
export function possibleMargin(points: number, position: Position): number {
  const winner = points < 0 ? opposite(position.turn) : position.turn
  const most = mostPoints(position, winner)
  const knee = KNEE * most
  const size = Math.abs(points)
  const bent = size <= knee ? size : Math.min(most, knee + BEYOND * (size - knee))
  // No minus before a nought.
  return points < 0 ? 0 - Math.round(bent) : Math.round(bent)
}

// --- internal ---

/**
 * Up to this share of the most an estimate is what good play comes to, and of what is beyond it a third or so: positions
 * estimated at 105 points and more came to some 98 (docs/review.md).
 */
const KNEE = 0.75
const BEYOND = 0.35

/** What a side would have with all pieces in one stack under its dearest: buried pieces never come up again. */
function mostPoints({ board }: Position, color: Color): number {
  const stacks = board.filter((stack) => stack !== undefined)
  const values = stacks.filter((stack) => ownerOf(stack) === color).map(({ top }) => top.value)
  const pieces = stacks.reduce((sum, { height }) => sum + height, 0)
  return Math.max(0, ...values) * pieces
}
