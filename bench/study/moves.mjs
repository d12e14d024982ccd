// @ts-check
/** What can be said of a move without a search. */
import { isSingle, opposite, ownerOf, play, score } from '../../packages/rules/dist/index.js'

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
