// @ts-check
/**
 * `npm run faults`: players on several nodes, with the campaign's own PostgreSQL and Redis, while
 * all of these fail by a schedule that follows from the seed. Afterwards a judge compares all
 * messages sent and received with the database (docs/faults.md). Exits with 1 if the server broke a
 * promise. Options:
 *
 * - `--swiss 64` instead holds a tournament of this many players in `--rounds 7`, and kills nodes
 *   in the middle of rounds and about when the next round is paired
 * - `--arena 200` holds an arena of this many players for `--minutes 2`, in the same way
 * - `--rolling` instead stops and starts the nodes one after another, twice round, the second time
 *   in another version
 * - `--generated` instead of faults sends messages and requests made from the schemas, valid and
 *   broken
 * - `--documented` sends requests made from the document of the public API, and compares each
 *   answer with it
 * - `--minutes 2`, `--seed 1`, `--nodes 3`, `--players 24`
 * - `--broken name` of a breakage in `broken.mjs`, which must be noticed
 * - `--keep` keeps histories and logs, and prints where they are; a campaign that is not clean keeps
 *   them in any case
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAKETIME } from '../../packages/server/test/helpers/server-process.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    players: { type: 'string', default: '24' },
    broken: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
    documented: { type: 'boolean', default: false },
    swiss: { type: 'string' },
    arena: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    keep: { type: 'boolean', default: false },
  },
})
const seconds = wholeOf('minutes', { least: 1, most: 120 }) * 60
const seed = wholeOf('seed', { least: 0, most: 1_000_000 })
const nodes = wholeOf('nodes', { least: 1, most: 8 })
const players = wholeOf('players', { least: 2, most: 40 })
const swiss = values.swiss === undefined ? undefined : wholeOf('swiss', { least: 4, most: 96 })
const arena = values.arena === undefined ? undefined : wholeOf('arena', { least: 4, most: 400 })
const entrants = arena ?? swiss
const rounds = wholeOf('rounds', { least: 1, most: 11 })
if (arena !== undefined && swiss !== undefined) quit('--arena and --swiss are two campaigns.')

await setUp()
const { BREAKAGES } = await import('./broken.mjs')
const { runCampaign } = await import('./campaign.mjs')
const { isClean, lineOfFault, lineOfRestart, summaryOf, summaryOfGenerated } = await import(
  './report.mjs'
)

const { broken, rolling: isRolling } = values
if (broken !== undefined && !Object.hasOwn(BREAKAGES, broken)) {
  quit(`--broken is one of ${Object.keys(BREAKAGES).join(', ')}, not ${broken}.`)
}
if (isRolling && (broken !== undefined || nodes < 2)) {
  quit('--rolling needs two nodes at least, and none that is broken.')
}
if (FAKETIME === undefined)
  quit('To set the clock of a node, libfaketime is needed: apt-get install faketime.')

const folder = mkdtempSync(join(tmpdir(), 'hokito-faults-'))
process.once('exit', (code) => {
  // A fault that was not planned may never come again.
  const isWanted = values.keep || (code === 1 && broken === undefined)
  if (isWanted) tell(`Histories and logs are in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
})
// When this process exits, the code that started each service stops it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => process.exit(130))
}
tell(
  `Seed ${seed}, ${swiss === undefined ? `${seconds / 60} minutes` : `${rounds} rounds`}, ${nodes} nodes, ${entrants ?? players} players${broken === undefined ? '' : `, broken: ${broken}`}${isRolling ? ', restarted in turn' : ''}`,
)
if (values.generated || values.documented) {
  const { runGenerated } = await import('./generated.mjs')
  const { runDocumented } = await import('./documented.mjs')
  const runAny = values.documented ? runDocumented : runGenerated
  const { counts, harms } = await runAny({ seed, seconds, nodes, players, folder })
  tell(summaryOfGenerated(counts, harms))
  process.exit(harms.length === 0 ? 0 : 1)
}
if (entrants !== undefined) {
  const { runTournament } = await import('./tournament-run.mjs')
  const { swissOf } = await import('./swiss.mjs')
  const { arenaOf } = await import('./arena.mjs')
  const { lineOfKill, summaryOfTournament } = await import('./report.mjs')
  const plan = { seed, players: entrants, nodes, folder, broken }
  const onKill = (/** @type {import('./tournament-run.mjs').Kill} */ kill) => tell(lineOfKill(kill))
  const held =
    arena === undefined
      ? await runTournament({ ...plan, kind: swissOf(rounds), onKill })
      : await runTournament({ ...plan, kind: arenaOf(seconds / 60), onKill })
  tell(summaryOfTournament(held))
  process.exit(isClean(held) ? 0 : 1)
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
 * @param {'minutes' | 'seed' | 'nodes' | 'players' | 'swiss' | 'arena' | 'rounds'} name
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
