// @ts-check
/**
 * `npm run faults`: players on several nodes over a PostgreSQL and a Redis of the campaign's own, while all
 * of these fail by a schedule that follows from the seed; afterwards everything that anybody sent and heard
 * is held against what is stored (docs/faults.md). Ends with 1 when the server broke its word. Options:
 *
 * `--rolling` ends and starts the nodes one after another instead, twice round, the second time in another
 * version; `--generated` sends messages and requests made from the schemas, whole and broken, instead of
 * faults; `--minutes 2`, `--seed 1`, `--nodes 3`, `--players 24`; `--broken name` of a breakage in `broken.mjs`, which
 * must be noticed; `--keep` leaves histories and logs where they are, and says where.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install, tell } from '../../scripts/setup.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    players: { type: 'string', default: '24' },
    broken: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const seconds = wholeOf('minutes', { least: 1, most: 120 }) * 60
const seed = wholeOf('seed', { least: 0, most: 1_000_000 })
const nodes = wholeOf('nodes', { least: 1, most: 8 })
const players = wholeOf('players', { least: 2, most: 40 })

install()
build()
const { BREAKAGES, NEXT_VERSION, partsOf } = await import('./broken.mjs')
const { runCampaign } = await import('./campaign.mjs')
const { FAKETIME } = await import('./node.mjs')
const { isClean, lineOfFault, lineOfRestart, summaryOf, summaryOfGenerated } = await import(
  './report.mjs'
)

const { broken, rolling: isRolling } = values
const breakage = BREAKAGES.find(({ name }) => name === broken)
if (broken !== undefined && breakage === undefined) {
  quit(`--broken is one of ${BREAKAGES.map(({ name }) => name).join(', ')}, not ${broken}.`)
}
if (isRolling && (breakage !== undefined || nodes < 2)) {
  quit('--rolling needs two nodes at least, and none that is broken.')
}
for (const change of [NEXT_VERSION, ...(breakage === undefined ? [] : [breakage])]) partsOf(change)
if (FAKETIME === undefined)
  quit('To set the clock of a node, libfaketime is needed: apt-get install faketime.')

const folder = mkdtempSync(join(tmpdir(), 'hokito-faults-'))
process.once('exit', () => {
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
})
// What is running is ended by those who have started it, when this process ends.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => process.exit(130))
}
tell(
  `Seed ${seed}, ${seconds / 60} minutes, ${nodes} nodes, ${players} players${broken === undefined ? '' : `, broken: ${broken}`}${isRolling ? ', restarted in turn' : ''}`,
)
if (values.keep) tell(`Histories and logs are in ${folder}`)
if (values.generated) {
  const { runGenerated } = await import('./generated.mjs')
  const { counts, harms } = await runGenerated({ seed, seconds, nodes, players, folder })
  tell(summaryOfGenerated(counts, harms))
  process.exit(harms.length === 0 ? 0 : 1)
}
const outcome = await runCampaign({
  seed,
  seconds,
  nodes,
  players,
  folder,
  broken,
  isRolling,
  onFault: (fault) => tell(lineOfFault(fault)),
  onRestart: (restart) => tell(lineOfRestart(restart)),
})
tell(summaryOf(outcome))
process.exit(isClean(outcome) ? 0 : 1)

/**
 * An option that is a whole number.
 * @param {'minutes' | 'seed' | 'nodes' | 'players'} name
 * @param {{ least: number, most: number }} bounds
 */
function wholeOf(name, { least, most }) {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= least && number <= most) return number
  return quit(`--${name} is a whole number from ${least} to ${most}, not ${values[name]}.`)
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function quit(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}
