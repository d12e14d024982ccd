// @ts-check
import { outcome, play, randomDeal, seededBytes, start } from '../../packages/rules/dist/index.js'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ readonly positions: readonly Position[], readonly moves: readonly Move[], readonly levels: readonly [black: number, white: number] }} PlayedGame */

/** The levels that play: they make mistakes as people do who review their games. */
const LEVELS = [4, 5, 6, 7, 8]

/**
 * Plays a game from a random deal, between two levels or a level and itself. The same seed always
 * gives the same game.
 * @param {Engine} engine
 * @param {number} seed
 * @param {{ readonly isEven?: boolean, readonly among?: readonly number[] }} [options] `among`: the levels that play
 * @returns {Promise<PlayedGame>}
 */
export async function playGame(engine, seed, { isEven = false, among = LEVELS } = {}) {
  const other = isEven ? seed : Math.floor(seed / among.length)
  const levelAt = (/** @type {number} */ n) => among[n % among.length] ?? 4
  const levels = /** @type {const} */ ([levelAt(seed), levelAt(other)])
  const deal = randomDeal('standard', seededBytes(seed))
  const positions = [start(deal, seed % 2 === 0 ? 'either' : 'onTurn')]
  const moves = []
  await engine.newGame()
  for (;;) {
    const position = positions[positions.length - 1]
    if (position === undefined || outcome(position) !== undefined) break
    const level = levels[position.turn === 'black' ? 0 : 1]
    const { move } = await engine.search(position, { level })
    if (move === undefined) throw new Error('a game that goes on has a move')
    moves.push(move)
    positions.push(play(position, move))
  }
  await engine.newGame()
  return { positions, moves, levels }
}
