// @ts-check
/**
 * The positions that are measured. All come from seeded random play, so that anyone can repeat the
 * measurements.
 */
import { seededGame } from '../../packages/rules/dist/debug.js'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {import('../../packages/rules/dist/index.js').EndRule} EndRule */

/**
 * Returns `count` positions after `ply` plies.
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
    // If the game ends at this ply, there is nothing to search.
    if (position !== undefined && game.length > ply + 1) positions.push(position)
  }
  return positions
}
