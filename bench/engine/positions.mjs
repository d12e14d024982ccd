// @ts-check
/** The positions that are measured: all from seeded random play, so that anybody can repeat them. */
import { seededGame } from '../../packages/rules/dist/debug.js'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {import('../../packages/rules/dist/index.js').EndRule} EndRule */

/**
 * So many positions after so many plies.
 * @param {number} count
 * @param {number} ply
 * @param {EndRule} endRule
 * @returns {readonly Position[]}
 */
export function positionsAt(count, ply, endRule) {
  /** @type {Position[]} */
  const positions = []
  for (let seed = 1; positions.length < count; seed++) {
    const { positions: game } = seededGame(seed, endRule)
    const position = game[ply]
    // Where that was the last position, there is nothing to search.
    if (position !== undefined && game.length > ply + 1) positions.push(position)
  }
  return positions
}
