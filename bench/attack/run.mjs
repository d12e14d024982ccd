// @ts-check
/**
 * `npm run attack`: hostile clients of all kinds against a server of its own, beside honest players
 * whose moves are timed. Prints a table. Exits with 1 if the server crashed, answered 5xx, lost or
 * altered a move, used too much memory, kept others waiting, or let a kind of attack succeed.
 * Options:
 *
 * - `--seconds 10` of each attack (and as long undisturbed before it), or `--minutes 10` for all of
 *   it
 * - `--quiet 10` undisturbed seconds
 * - `--kinds a,b` and `--scenarios a,b` (`none` for none)
 * - `--part 1/2` of these, if several runs share them
 * - `--seed 1`
 * - `--server folder` of another checkout that is built
 * - `--json file`
 * - `--untimed`, if others use the machine: timing is then reported and not judged
 * - `--memory 384` and `--p99 50`, the bounds
 *
 * `--holds` instead measures how long expensive requests block the server's main thread (`holds/`),
 * with accounts of `--games 2000,20000` games, each kind for `--seconds 10`, in SQLite or, with
 * `--postgres URL`, in a new database there; `--only "GIF,profile"` for some kinds.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { ROOT, setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    quiet: { type: 'string' },
    kinds: { type: 'string' },
    scenarios: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string' },
    json: { type: 'string' },
    memory: { type: 'string', default: '384' },
    p99: { type: 'string', default: '50' },
    untimed: { type: 'boolean', default: false },
    prepared: { type: 'boolean', default: false },
    holds: { type: 'boolean', default: false },
    games: { type: 'string', default: '2000,20000' },
    postgres: { type: 'string' },
    only: { type: 'string' },
  },
})

// Tests run on the existing build.
if (!values.prepared) {
  await setUp()
}
if (values.holds) {
  const { measureHolds } = await import('./holds/run.mjs')
  await measureHolds({
    checkout: resolve(values.server ?? ROOT),
    seed: Number(values.seed),
    seconds: Number(values.seconds ?? '10'),
    counts: values.games.split(',').map(Number),
    postgres: values.postgres,
    only: values.only?.split(','),
  })
  process.exit(0)
}
const { Campaign } = await import('./campaign.mjs')
const { KINDS } = await import('./kinds/index.mjs')
const { SCENARIOS } = await import('./scenarios/index.mjs')
const { runScenario } = await import('./scenarios/stage.mjs')
const { makeFolder } = await import('./server.mjs')
const { headerLines, lineOf } = await import('./table.mjs')

/** @typedef {import('./figures.mjs').Row} Row */

/** Besides the quiet time and the attack, a kind takes time to set up and to recover. */
const OVERHEAD_SECONDS = 5
const PAUSE_SECONDS = 2

const kinds = chosen(KINDS, values.kinds)
const scenarios = chosen(SCENARIOS, values.scenarios)
const attackSeconds = secondsOfEach()
const isShort = attackSeconds < PAUSE_SECONDS
const seed = Number(values.seed)
const checkout = resolve(values.server ?? ROOT)
/** @type {Row[]} */
const rows = []

tell(`Seed ${seed}, ${attackSeconds.toFixed(1)} s each, the server of ${checkout}`)
tell(headerLines())
if (kinds.length > 0) await runKinds()
for (const scenario of scenarios) {
  report(await runScenario(scenario, { checkout, seed, isShort }))
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, undefined, 2))
const [passed, failed, busy] = ['ok', 'FAILED', 'busy'].map(
  (wanted) => rows.filter(({ verdict }) => verdict === wanted).length,
)
tell(`\n${passed} passed, ${failed} failed, ${busy} could not be judged.`)
process.exit(failed === 0 ? 0 : 1)

async function runKinds() {
  const campaign = await Campaign.start({
    checkout,
    data: makeFolder(),
    seed,
    attackSeconds,
    quietSeconds: Number(values.quiet ?? attackSeconds),
    pauseSeconds: Math.min(PAUSE_SECONDS, attackSeconds / 2),
    bounds: {
      p99Ms: Number(values.p99),
      memoryMb: Number(values.memory),
      isTimed: !values.untimed,
    },
  })
  for (const [place, kind] of kinds.entries()) report(await campaign.run(kind, place))
  await campaign.stop()
}

/** @param {Row} row */
function report(row) {
  rows.push(row)
  tell(lineOf(row))
}

function secondsOfEach() {
  if (values.seconds !== undefined) return Number(values.seconds)
  const shares = kinds.reduce((sum, { share = 1 }) => sum + share, 0)
  const seconds = (Number(values.minutes) * 60) / Math.max(1, shares)
  return Math.max(1, (seconds - OVERHEAD_SECONDS) / 2)
}

/**
 * The entries with the given names; all of them by default.
 * @template {{ name: string }} T
 * @param {readonly T[]} all
 * @param {string | undefined} names
 * @returns {readonly T[]}
 */
function chosen(all, names) {
  if (names === undefined) return partOf(all)
  if (names === 'none') return []
  const wanted = names.split(',')
  const unknown = wanted.filter((name) => all.every((entry) => entry.name !== name))
  if (unknown.length > 0) {
    tell(`There is no ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  return partOf(all.filter(({ name }) => wanted.includes(name)))
}

/**
 * This run's part of a list that several runs share.
 * @template T
 * @param {readonly T[]} all
 * @returns {readonly T[]}
 */
function partOf(all) {
  const [, part, parts] = (/^([1-9])\/([1-9])$/.exec(values.part) ?? []).map(Number)
  if (part === undefined || parts === undefined || part > parts) {
    tell(`--part is ${values.part}: it has to be like 1/2, the first of two.`)
    process.exit(2)
  }
  return all.filter((_, place) => place % parts === part - 1)
}
