// @ts-check
/**
 * Games against two simple opponents, with the same time for each move. They start from random
 * deals after six random plies. Each opening is played twice with colours swapped, under both end
 * rules.
 */
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { seededGame } from '../../packages/rules/dist/debug.js'
import { outcome, play, randomIndex, score, seededBytes } from '../../packages/rules/dist/index.js'
import { startCore, startSearcher, watch } from './core.mjs'
import { mean, short } from './figures.mjs'
import { createGreedy } from './opponents/greedy.mjs'
import { createUct } from './opponents/uct.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').EndRule} EndRule */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */

const TIME_MS = 100
const RANDOM_PLIES = 6
const HASH_MIB = 32

/**
 * @param {number} games of each opponent under each end rule
 * @param {(text: string) => void} tell
 */
export function measureStrength(games, tell) {
  const randomBytes = seededBytes(2026)
  const random = () => randomIndex(1_000_000, randomBytes) / 1_000_000
  const core = startCore()
  const rows = [createGreedy(core, random), createUct(core, random, TIME_MS)].flatMap((opponent) =>
    /** @type {const} */ (['either', 'onTurn']).map((endRule) => {
      const searcher = startSearcher(HASH_MIB)
      const results = []
      /** @type {number[]} */
      const playouts = []
      for (let game = 0; game < games; game++) {
        tell(`strength: ${opponent.name}, ${endRule}, game ${game + 1} of ${games}`)
        results.push(
          playGame(searcher, opponent, openingOf(game, endRule), game % 2 === 0, playouts),
        )
      }
      const points = mean(results.map((margin) => (Math.sign(margin) + 1) / 2))
      return {
        opponent: opponent.name,
        endRule,
        ...countsOf(results),
        points,
        playouts: Math.min(...playouts),
      }
    }),
  )
  return {
    name: `games at ${TIME_MS} ms a move, after ${RANDOM_PLIES} random plies`,
    columns: [
      'opponent',
      'end rule',
      'won',
      'drawn',
      'lost',
      'points (≥ 99%)',
      'playouts a second (least)',
    ],
    rows: rows.map((row) => [
      row.opponent,
      row.endRule,
      String(row.won),
      String(row.drawn),
      String(row.lost),
      `${short(row.points * 100)}%`,
      row.playouts > 0 ? short(row.playouts) : '–',
    ]),
    summary: '',
    figures: rows,
  }
}

// --- internal ---

/**
 * Games 0 and 1 have the same opening, as do 2 and 3, and so on.
 * @param {number} game
 * @param {EndRule} endRule
 */
function openingOf(game, endRule) {
  const position = seededGame(7000 + (game >> 1), endRule).positions[RANDOM_PLIES]
  if (position === undefined) throw new Error('no game ends so early')
  return position
}

/**
 * Plays a game. Returns the final margin from the engine's view.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {{ readonly playouts: number, choose(position: ReturnType<typeof packPosition>): number }} opponent
 * @param {Position} opening
 * @param {boolean} isBlack
 * @param {number[]} playouts gets the speed of each of the opponent's searches
 */
function playGame(searcher, opponent, opening, isBlack, playouts) {
  searcher.newGame()
  let position = opening
  while (outcome(position) === undefined) {
    const packed = packPosition(position)
    const isOwnTurn = (position.turn === 'black') === isBlack
    const move = isOwnTurn
      ? searcher.search(packed, { timeMs: TIME_MS }, watch(), () => undefined).move
      : opponent.choose(packed)
    if (!isOwnTurn) playouts.push(opponent.playouts)
    position = play(position, unpackMove(move))
  }
  const { black, white } = score(position)
  return isBlack ? black - white : white - black
}

/** @param {readonly number[]} margins */
function countsOf(margins) {
  return {
    won: margins.filter((margin) => margin > 0).length,
    drawn: margins.filter((margin) => margin === 0).length,
    lost: margins.filter((margin) => margin < 0).length,
  }
}
