// @ts-check
/**
 * `node bench/engine/match.mjs --baseline CHECKOUT`: a match between this engine and that of another
 * checkout that is built, with 13.5 points for White. Games of a pair have the same opening with
 * colours swapped, and half of the pairs have each end rule.
 *
 *     --engine CHECKOUT     the engine to judge; by default this one
 *     --weights FILE        with these weights, of `npm run train`
 *     --nodes 20000         positions visited for a move
 *     --ms 100              milliseconds for a move instead, for both engines
 *     --baseline-ms 400     milliseconds for the baseline, if it has others
 *     --compensation 13.5   points that White gets
 *     --games 400           an even number
 *     --seed 1              other openings for another number
 */
import { parseArgs } from 'node:util'
import { formatMatch, playPair } from '../../packages/engine/train/match.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { CONTENDERS, loadContenders, watch } from './core.mjs'
import { createProgress } from './progress.mjs'

/** @typedef {import('../../packages/engine/dist/searcher.js').Searcher} Searcher */

helpOn(import.meta.url)

const { values } = parseArgs({
  options: {
    ...CONTENDERS,
    nodes: { type: 'string', default: '20000' },
    ms: { type: 'string' },
    'baseline-ms': { type: 'string' },
    compensation: { type: 'string', default: '13.5' },
    games: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
const { candidate, baseline } = await loadContenders('match', values)
const { tell, clear } = createProgress(process.stderr, () => performance.now())
const options = {
  seed: Number(values.seed),
  nodes: Number(values.nodes),
  compensation: Number(values.compensation),
}
const players = /** @type {const} */ ([
  playerOf(candidate.searcher, values.ms),
  playerOf(baseline.searcher, values['baseline-ms'] ?? values.ms),
])
/** @type {number[]} */
const pairs = []
while (pairs.length * 2 < Number(values.games)) {
  pairs.push(playPair(players, options, pairs.length))
  tell(`match: ${formatMatch(pairs)}`)
}
clear()
process.stdout.write(`${formatMatch(pairs)}\n`)
for (const [parity, endRule] of ['either', 'onTurn'].entries()) {
  const ofRule = pairs.filter((_, pair) => pair % 2 === parity)
  if (ofRule.length > 0) process.stdout.write(`${endRule}: ${formatMatch(ofRule)}\n`)
}

/**
 * A player that thinks as long as it may, or visits as many positions as the match allows.
 * @param {Searcher} searcher
 * @param {string | undefined} ms for each move
 * @returns {Pick<Searcher, 'newGame' | 'search'>}
 */
function playerOf(searcher, ms) {
  if (ms === undefined) return searcher
  return {
    newGame: () => searcher.newGame(),
    search: (position, _limits, _watch, onInfo) =>
      searcher.search(position, { timeMs: Number(ms) }, watch(), onInfo),
  }
}
