import {
  type Color,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  pointsOf,
  type Square,
  score,
} from '@hokito/rules'

/** What is worth a learner's attention before a move. */
export type Advice =
  | { readonly code: 'begin' | 'free' | 'canEnd' | 'mustGoOn' }
  | { readonly code: 'covered'; readonly square: Square }
  | { readonly code: 'chance' | 'threat'; readonly square: Square; readonly points: number }

/** What a coach would say to `own` before its move; `lastMove` is the other side's, if there was one. */
export function adviseOn(position: Position, own: Color, lastMove: Move | undefined): Advice {
  const other = opposite(own)
  const points = score(position)
  if (lastMove === undefined) return { code: 'begin' }
  if (movesOf(position, other).length <= FEW_MOVES) {
    return { code: points[own] > points[other] ? 'canEnd' : 'mustGoOn' }
  }
  const chance = dearestTarget(position, own)
  const threat = dearestTarget(position, other)
  if (chance !== undefined && chance.points >= (threat?.points ?? 0)) {
    return { code: 'chance', ...chance }
  }
  if (threat !== undefined) return { code: 'threat', ...threat }
  return hasCovered(position, other, lastMove)
    ? { code: 'covered', square: lastMove.to }
    : { code: 'free' }
}

// --- internal ---

const FEW_MOVES = 2
/** Less than this is not worth a word. */
const WORTH_SAYING = 4

/** The dearest of the other side's stacks that `color` could cover at once. */
function dearestTarget(
  position: Position,
  color: Color,
): { square: Square; points: number } | undefined {
  if (outcome(position) !== undefined) return undefined
  const targets = movesOf(position, color).flatMap(({ to }) => {
    const stack = position.board[to]
    if (stack === undefined || ownerOf(stack) === color) return []
    return [{ square: to, points: pointsOf(stack) }]
  })
  const [dearest] = targets.sort((a, b) => b.points - a.points)
  return dearest !== undefined && dearest.points >= WORTH_SAYING ? dearest : undefined
}

/** Does a piece of the other side's lie under what `color` has just moved? */
function hasCovered({ board }: Position, color: Color, { to }: Move): boolean {
  const pieces = board[to]?.pieces ?? []
  return pieces.some((piece) => piece?.color === opposite(color))
}
