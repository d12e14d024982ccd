import { type Color, opposite, ownerOf, type Position } from '@hokito/rules'

/**
 * An estimate in whole points for the side to move, no more than either side can win by: it is a sum of guesses, and
 * is cut to what can happen.
 */
export function possibleMargin(points: number, position: Position): number {
  const most = mostPoints(position, position.turn)
  const least = 0 - mostPoints(position, opposite(position.turn))
  return Math.round(Math.max(least, Math.min(points, most)))
}

// --- internal ---

/** What a side would have with all pieces in one stack under its dearest: buried pieces never come up again. */
function mostPoints({ board }: Position, color: Color): number {
  const stacks = board.filter((stack) => stack !== undefined)
  const values = stacks.filter((stack) => ownerOf(stack) === color).map(({ top }) => top.value)
  const pieces = stacks.reduce((sum, { height }) => sum + height, 0)
  return Math.max(0, ...values) * pieces
}
