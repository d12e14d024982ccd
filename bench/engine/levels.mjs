// @ts-check
/**
 * Is every level stronger than the one below it, and the lowest weaker than greed? Plays pairs of
 * games from the same random deals with colours swapped, under both end rules, with the fair
 * compensation: without it, Black wins most games of strong levels, which hides strength.
 */
import { LEVELS } from '../../packages/engine/dist/levels.js'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import {
  FAIR_COMPENSATION,
  outcome,
  play,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
} from '../../packages/rules/dist/index.js'
import { startCore, startSearcher, watch } from './core.mjs'
import { mean, short } from './figures.mjs'
import { createGreedy } from './opponents/greedy.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** Chooses a move. @typedef {(position: Position) => Move} Player */
/** One match of the ladder. @typedef {{ readonly upper: string, readonly lower: string, readonly points: number, readonly error: number }} Row */

const HASH_MIB = 8
const SEED = 9000
/** Ratings count from this level, and from this rating. */
const ANCHOR = 5
const ANCHOR_RATING = 1500

/**
 * @param {number} games of each pair
 * @param {(text: string) => void} tell
 */
export function measureLevels(games, tell) {
  const searcher = startSearcher(HASH_MIB)
  const level = (/** @type {number} */ number) => playerOf(searcher, number)
  const greed = greedOf(SEED)
  /** @type {readonly (readonly [string, Player, string, Player])[]} */
  const pairs = [
    ['greed', greed, '1', level(1)],
    ...LEVELS.slice(1).map(
      (_, index) =>
        /** @type {const} */ ([
          String(index + 2),
          level(index + 2),
          String(index + 1),
          level(index + 1),
        ]),
    ),
  ]
  const rows = pairs.map(([upper, one, lower, other]) => {
    const results = Array.from({ length: games }, (_, game) => {
      tell(`levels: ${upper} against ${lower}, game ${game + 1} of ${games}`)
      return playGame(one, other, game)
    })
    const points = mean(results)
    return { upper, lower, points, error: Math.sqrt((points * (1 - points)) / games) }
  })
  const ratings = ratingsOf(rows.slice(1).map(({ points }) => points))
  return {
    name: `each level against the one below, ${games} games with ${FAIR_COMPENSATION} points for White`,
    columns: ['player', 'against', 'points (60 to 80%; greed from 80%)', 'rating'],
    rows: rows.map((row, index) => [
      row.upper,
      row.lower,
      `${short(row.points * 100)} ± ${short(row.error * 100)}%`,
      index === 0 ? '' : String(ratings[index]),
    ]),
    summary: `level 1 has ${ratings[0]}; level ${ANCHOR} has ${ANCHOR_RATING} by definition`,
    figures: { rows, ratings },
  }
}

// --- internal ---

/**
 * The ratings of all levels from their points against the next lower one.
 * @param {readonly number[]} points
 */
function ratingsOf(points) {
  const steps = points.map((share) => 400 * Math.log10(share / (1 - share)))
  const above = (/** @type {number} */ index) =>
    steps.slice(0, index).reduce((sum, step) => sum + step, 0)
  return LEVELS.map((_, index) => Math.round(ANCHOR_RATING + above(index) - above(ANCHOR - 1)))
}

/**
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {number} level
 * @returns {Player}
 */
function playerOf(searcher, level) {
  return (position) => {
    searcher.newGame()
    const { move } = searcher.search(packPosition(position), { level }, watch(), () => undefined)
    return unpackMove(move)
  }
}

/** @param {number} seed @returns {Player} */
function greedOf(seed) {
  const bytes = seededBytes(seed)
  const greedy = createGreedy(startCore(), () => randomIndex(1_000_000, bytes) / 1_000_000)
  return (position) => unpackMove(greedy.choose(packPosition(position)))
}

/**
 * Plays a game. Games 0 and 1 have the same deal, as do 2 and 3. Returns the first player's score:
 * 1, ½ or 0.
 * @param {Player} one
 * @param {Player} other
 * @param {number} game
 */
function playGame(one, other, game) {
  const isBlack = game % 2 === 0
  const endRule = game % 4 < 2 ? 'either' : 'onTurn'
  const deal = randomDeal('standard', seededBytes(SEED + (game >> 1)))
  let position = start(deal, endRule, FAIR_COMPENSATION)
  let end = outcome(position)
  for (; end === undefined; end = outcome(position)) {
    const player = (position.turn === 'black') === isBlack ? one : other
    position = play(position, player(position))
  }
  if (end.winner === 'draw') return 0.5
  return (end.winner === 'black') === isBlack ? 1 : 0
}
