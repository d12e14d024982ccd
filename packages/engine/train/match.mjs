// @ts-check
/**
 * Matches at a fixed number of positions a move. Both games of a pair have the same opening, with
 * colours swapped; half of the pairs have each end rule. The five results of a pair (pentanomial)
 * give the error: games of a pair are not independent, pairs are.
 */
import { END_RULES, FAIR_COMPENSATION, outcome, play, randomDeal, start } from '@hokito/rules'
import { unpackMove } from '../dist/pack.js'
import { bytesOf, openingOf, search } from './self-play.mjs'

/** @typedef {import('@hokito/rules').Position} Position */
/** @typedef {Pick<import('../dist/searcher.js').Searcher, 'newGame' | 'search'>} Player */

/**
 * Plays a pair. Returns the first player's half points, 0 to 4.
 * @param {readonly [Player, Player]} players
 * @param {{ readonly seed: number, readonly nodes: number, readonly compensation?: number }} options
 * @param {number} pair from 0; even pairs have the end rule `either`
 */
export function playPair(players, { seed, nodes, compensation = FAIR_COMPENSATION }, pair) {
  const bytes = bytesOf(`match/${seed}/${pair}`)
  const endRule = END_RULES[pair % 2] ?? 'either'
  // Black wins too many games without compensation for them to tell much.
  const opening = openingOf(start(randomDeal('standard', bytes), endRule, compensation), bytes)
  const [first, second] = players
  return halfPoints(opening, first, second, nodes) + 2 - halfPoints(opening, second, first, nodes)
}

/**
 * The result of a match from its pairs: the first player's share of the points and the difference in
 * strength, each with its standard error, and how many pairs had 0, ½, 1, 1½ and 2 points.
 * @param {readonly number[]} pairs half points
 */
export function resultOf(pairs) {
  const counts = [0, 1, 2, 3, 4].map((points) => pairs.filter((each) => each === points).length)
  const share = pairs.reduce((sum, each) => sum + each / 4, 0) / pairs.length
  const variance = pairs.reduce((sum, each) => sum + (each / 4 - share) ** 2, 0) / pairs.length
  const error = Math.sqrt(variance / pairs.length)
  const elo = 400 * Math.log10(share / (1 - share))
  const slope = 400 / Math.LN10 / (share * (1 - share))
  return { counts, share, error, elo, eloError: slope * error }
}

/** @param {readonly number[]} pairs half points */
export function formatMatch(pairs) {
  const { counts, share, error, elo, eloError } = resultOf(pairs)
  return (
    `${pairs.length * 2} games: ${(share * 100).toFixed(1)} ± ${(error * 100).toFixed(1)}%, ` +
    `${elo.toFixed(0)} ± ${eloError.toFixed(0)} Elo; pairs with 0, ½, 1, 1½, 2 points: ${counts.join(', ')}`
  )
}

// --- internal ---

/**
 * Black's half points of a game.
 * @param {Position} opening
 * @param {Player} black
 * @param {Player} white
 * @param {number} nodes
 */
function halfPoints(opening, black, white, nodes) {
  black.newGame()
  white.newGame()
  let position = opening
  for (let ply = 1; ; ply++) {
    const end = outcome(position)
    if (end !== undefined) return end.winner === 'draw' ? 1 : end.winner === 'black' ? 2 : 0
    const player = position.turn === 'black' ? black : white
    position = play(position, unpackMove(search(player, position, nodes, ply).move))
  }
}
