import { type Color, opposite, ownerOf, type Position } from '@hokito/rules'

/**
 * Limits an estimate to a margin that is possible for the side to move: whole points on the board,
 * and the compensation. An estimate is a sum of guesses and is too large if one side wins nearly
 * everything.
 */
export function possibleMargin(estimate: number, position: Position): number {
  const { turn, compensation } = position
  const owed = turn === 'black' ? 0 - compensation : compensation
  return possibleLead(estimate - owed, position) + owed
}

// --- internal ---

function possibleLead(points: number, position: Position): number {
  const winner = points < 0 ? opposite(position.turn) : position.turn
  const most = mostPoints(position, winner)
  const knee = KNEE * most
  const size = Math.abs(points)
  const bent = size <= knee ? size : Math.min(most, knee + BEYOND * (size - knee))
  // Avoids -0.
  return points < 0 ? 0 - Math.round(bent) : Math.round(bent)
}

/**
 * Up to this share of the largest margin, an estimate is what good play achieves. Beyond it, good
 * play achieves only about a third of the excess: positions estimated at 105 points and more ended
 * at about 98 (docs/review.md).
 */
const KNEE = 0.75
const BEYOND = 0.35

/**
 * The points of a side with all pieces in one stack under its most valuable one; buried pieces
 * never come up again.
 */
function mostPoints({ board }: Position, color: Color): number {
  const stacks = board.filter((stack) => stack !== undefined)
  const values = stacks.filter((stack) => ownerOf(stack) === color).map(({ top }) => top.value)
  const pieces = stacks.reduce((sum, { height }) => sum + height, 0)
  return Math.max(0, ...values) * pieces
}
