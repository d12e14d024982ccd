// @ts-check
/** What can be said of a move without a search. */
import {
  isSingle,
  movesOf,
  opposite,
  ownerOf,
  play,
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
