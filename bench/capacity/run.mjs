// @ts-check
/**
 * `npm run capacity`: the resources for a number of simultaneous players, from `measured.json`.
 * `--players 1000,100000` sets other numbers. The last line compares the model with a run that it
 * was not derived from.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { costsOf, needOf, nodeMsOf } from './model.mjs'

helpOn(import.meta.url)

const { values } = parseArgs({
  options: { players: { type: 'string', default: '1000,10000,100000,1000000' } },
})
const counts = values.players.split(',').map(Number)
if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
  tell(`--players takes whole numbers above 0, separated by commas, and not ${values.players}`)
  process.exit(2)
}
const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8'))
const costs = costsOf(measured)

const HEADER = [
  'players',
  'moves/s',
  'nodes',
  'MB each',
  'PostgreSQL cores',
  'databases',
  'commits/s',
  'WAL MB/s',
  'GB a year',
  'Redis MB/s',
]
tell(`| ${HEADER.join(' | ')} |`)
tell(`|${' --- |'.repeat(HEADER.length)}`)
for (const players of counts) tell(`| ${cellsOf(needOf(players, costs)).join(' | ')} |`)
const check = measured.runs.find((/** @type {import('./model.mjs').Run} */ run) => run.nodes === 4)
const foretold = nodeMsOf(costs, check.nodes, check.moves / check.seconds)
tell(
  `\nA move on ${check.nodes} nodes: ${foretold.toFixed(2)} ms foretold from one and two, ${check.nodeMs.toFixed(2)} measured.`,
)

/** @param {import('./model.mjs').Need} need */
function cellsOf(need) {
  return [
    count(need.players),
    count(need.movesPerSecond),
    count(need.nodes),
    count(need.nodeMegabytes),
    need.postgresCores.toFixed(1),
    count(need.databases),
    count(need.commitsPerSecond),
    need.walMegabytesPerSecond.toFixed(1),
    count(need.gigabytesAYear),
    need.redisMegabytesPerSecond.toFixed(1),
  ]
}

/** @param {number} value */
function count(value) {
  return Math.round(value).toLocaleString('en')
}
