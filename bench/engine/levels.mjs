// @ts-check
/**
 * Is every level stronger than the one below it? Plays pairs of games from the same openings, under
 * both end rules.
 */
import { LEVELS } from '../../packages/engine/dist/levels.js'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { seededGame } from '../../packages/rules/dist/debug.js'
import { outcome, play, score } from '../../packages/rules/dist/index.js'
import { startSearcher, watch } from './core.mjs'
import { mean, short } from './figures.mjs'

const RANDOM_PLIES = 4
const HASH_MIB = 16

/**
 * @param {number} games of each pair of levels
 * @param {(text: string) => void} tell
 */
export function measureLevels(games, tell) {
  const searcher = startSearcher(HASH_MIB)
  const rows = LEVELS.slice(1).map((_, index) => {
    const lower = index + 1
    const results = Array.from({ length: games }, (_, game) => {
      tell(`levels: ${lower + 1} against ${lower}, game ${game + 1} of ${games}`)
      return playGame(searcher, lower, game)
    })
    return { upper: lower + 1, lower, points: mean(results) }
  })
  return {
    name: `each level against the one below, ${games} games`,
    columns: ['level', 'against', 'points (> 50%)'],
    rows: rows.map((row) => [String(row.upper), String(row.lower), `${short(row.points * 100)}%`]),
    summary: '',
    figures: rows,
  }
}

// --- internal ---

/**
 * Plays a game. Returns the upper level's score: 1, ½ or 0.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {number} lower
 * @param {number} game
 */
function playGame(searcher, lower, game) {
  const isUpperBlack = game % 2 === 0
  const endRule = game % 4 < 2 ? 'either' : 'onTurn'
  let position = seededGame(9000 + (game >> 1), endRule).positions[RANDOM_PLIES]
  if (position === undefined) throw new Error('no game ends so early')
  while (outcome(position) === undefined) {
    const isUpperTurn = (position.turn === 'black') === isUpperBlack
    const level = isUpperTurn ? lower + 1 : lower
    const { move } = searcher.search(packPosition(position), { level }, watch(), () => undefined)
    position = play(position, unpackMove(move))
  }
  const { black, white } = score(position)
  return (Math.sign(isUpperBlack ? black - white : white - black) + 1) / 2
}
