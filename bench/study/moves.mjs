// @ts-check
/** What can be said of a move without a search. */
import {
  isSingle,
  legalMoves,
  movesOf,
  opposite,
  ownerOf,
  play,
  pointsOf,
  score,
  scoreParts,
} from '../../packages/rules/dist/index.js'

/** @typedef {import('../../packages/rules/dist/index.js').Color} Color */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */

/** The points of a side less those of the other. @param {Position} position @param {Color} own */
export function leadOf(position, own) {
  const points = score(position)
  return points[own] - points[opposite(own)]
}

/** How much a move adds to the lead of the side to move. @param {Position} position @param {Move} move */
export function gainOf(position, move) {
  const own = position.turn
  return leadOf(play(position, move), own) - leadOf(position, own)
}

/** Does it cover a stack of the side to move? @param {Position} position @param {Move} move */
export function isOnOwn(position, { to }) {
  const under = position.board[to]
  return under !== undefined && ownerOf(under) === position.turn
}

/** @param {Position} position @param {Move} move */
export function isBySingle(position, { from }) {
  const moved = position.board[from]
  return moved !== undefined && isSingle(moved)
}

/** The value of the piece that moves. @param {Position} position @param {Move} move */
export function moverValue(position, { from }) {
  return position.board[from]?.top.value
}

/** The value of the piece that a move covers, of either side. @param {Position} position @param {Move} move */
export function coveredValue(position, { to }) {
  return position.board[to]?.top.value
}

/** Does a move cover a top piece of the other side with so many marks? @param {Position} position @param {Move | undefined} move @param {number} value */
export function covers(position, move, value) {
  return move !== undefined && !isOnOwn(position, move) && coveredValue(position, move) === value
}

/** The most valuable stack of the side to move. @param {Position} position */
export function dearestStack(position) {
  return scoreParts(position)[position.turn][0]
}

/** Could the other side land on a square if it were its turn? @param {Position} position @param {number} square @param {Color} own */
export function isWithinReach(position, square, own) {
  return movesOf(position, opposite(own)).some(({ to }) => to === square)
}

/** Does a move let the other side land on a square that it could not reach before? @param {Position} position @param {Move} move @param {number} square */
export function opensTo(position, move, square) {
  const own = position.turn
  return (
    move.from !== square &&
    move.to !== square &&
    !isWithinReach(position, square, own) &&
    isWithinReach(play(position, move), square, own)
  )
}

/** A stack of so many points is worth an attack. */
const WORTH = 6
/** One of so many points is worth keeping. */
export const LARGE = 10
/** An attack has landed within so many moves, the first one included, or it was stopped. */
const LANDS_BY = 4

/**
 * The stacks of the side to move that are out of reach, but on which the other side could land with
 * the second of two moves in a row; most valuable first. The site has the same
 * (`models/learn/attack.ts`).
 * @param {Position} position
 */
export function attacksOn(position) {
  const own = position.turn
  const other = opposite(own)
  const waiting = { ...position, turn: other }
  const now = new Set(legalMoves(waiting).map(({ to }) => to))
  const soon = new Set(
    legalMoves(waiting).flatMap((move) => movesOf(play(waiting, move), other).map(({ to }) => to)),
  )
  return position.board
    .flatMap((stack, square) =>
      stack !== undefined &&
      ownerOf(stack) === own &&
      !isSingle(stack) &&
      soon.has(square) &&
      !now.has(square)
        ? [{ square, points: pointsOf(stack) }]
        : [],
    )
    .filter(({ points }) => points >= WORTH)
    .sort((a, b) => b.points - a.points)
}

/** Does the other side cover a stack, which stands still until then, while an attack can land? @param {readonly Move[]} line @param {number} square */
export function isLandedOn(line, square) {
  const at = line.slice(0, LANDS_BY).findIndex(({ from, to }) => from === square || to === square)
  return at % 2 === 1 && line[at]?.to === square
}

/** The stacks of the other side, worth so many points, on which a side could land after its move and not before. @param {Position} position @param {Move} move @param {number} [least] */
export function threats(position, move, least = WORTH) {
  const own = position.turn
  const before = new Set(legalMoves(position).map(({ to }) => to))
  const after = play(position, move)
  return [...new Set(movesOf(after, own).map(({ to }) => to))].filter((square) => {
    const stack = after.board[square]
    return (
      stack !== undefined &&
      ownerOf(stack) !== own &&
      !isSingle(stack) &&
      pointsOf(stack) >= least &&
      !before.has(square)
    )
  })
}

/** The most valuable stack of the mover that the other side can cover after a move. The site has the same (`models/learn/contest.ts`). @param {Position} position @param {Move} move */
export function contestedSquare(position, move) {
  const own = position.turn
  const after = play(position, move)
  return scoreParts(after)[own].find(({ square }) => isWithinReach(after, square, own))?.square
}

/**
 * Does the side that waits own a square for good, if both sides only land there? The site has the
 * same (`models/learn/contest.ts`).
 * @param {Position} position @param {number} square @returns {boolean}
 */
export function landsLast(position, square) {
  const own = opposite(position.turn)
  const stack = position.board[square]
  if (stack === undefined || ownerOf(stack) !== own) return false
  const after = (/** @type {Position} */ at) =>
    legalMoves(at)
      .filter(({ to }) => to === square)
      .map((landing) => play(at, landing))
  return after(position).every((landed) => after(landed).some((back) => landsLast(back, square)))
}
