// @ts-check
/**
 * `node bench/engine/match.mjs --baseline CHECKOUT`: a match between this engine and that of another
 * checkout that is built, at a fixed number of positions a move, with 13.5 points for White. Games of
 * a pair have the same opening with colours swapped, and half of the pairs have each end rule.
 *
 *     --engine CHECKOUT   the engine to judge; by default this one
 *     --weights FILE      with these weights, of `npm run train`
 *     --nodes 20000       positions visited for a move
 *     --games 400         an even number
 *     --seed 1            other openings for another number
 */
import { parseArgs } from 'node:util'
import { formatMatch, playPair } from '../../packages/engine/train/match.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { CONTENDERS, loadContenders } from './core.mjs'
import { createProgress } from './progress.mjs'

helpOn(import.meta.url)

const { values } = parseArgs({
  options: {
    ...CONTENDERS,
    nodes: { type: 'string', default: '20000' },
    games: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
const { candidate, baseline } = await loadContenders('match', values)
const { tell, clear } = createProgress(process.stderr, () => performance.now())
const options = { seed: Number(values.seed), nodes: Number(values.nodes) }
/** @type {number[]} */
const pairs = []
while (pairs.length * 2 < Number(values.games)) {
  pairs.push(playPair([candidate.searcher, baseline.searcher], options, pairs.length))
  tell(`match: ${formatMatch(pairs)}`)
}
clear()
process.stdout.write(`${formatMatch(pairs)}\n`)
