// @ts-check
/**
 * `node bench/server/profile.mjs`: what the main thread of a server does for a move, in
 * microseconds, from a processor profile. Two players in each of 500 games make a move a second.
 * Options:
 *
 * - `--games` (500) and `--seconds` (20)
 * - `--place` (`file`, `postgres` or `node`, which is alone on PostgreSQL and Redis)
 * - `--of PATH`: the server of another checkout, which must be built
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'
import { wait } from '../attack/wait.mjs'

helpOn(import.meta.url)

await setUp()
const { gamesFor, paced } = await import('./load.mjs')
const { ourPair } = await import('./pairs.mjs')
const { makePairs, startServer } = await import('./servers.mjs')

/**
 * The parts of the work. A sample counts for the first part that knows one of its functions, from
 * the innermost one outwards.
 */
const PARTS = /** @type {const} */ ([
  ['collecting garbage', /^\(garbage collector\)/],
  ['Redis: hints between nodes', /ioredis|redis-parser|server\/dist\/cluster/],
  ['database: the driver', /node_modules\/(pg|kysely|better-sqlite3)/],
  ['database: what is stored', /server\/dist\/(store|live\/(journal|units))/],
  ['messages: checking and reading them', /node_modules\/zod|protocol\/dist/],
  ['messages: sockets', /node_modules\/(ws|engine\.io|socket\.io|@socket\.io)/],
  ['the rules', /rules\/dist/],
  ['deciding a move', /server\/dist\/(game|live)/],
  ['telling pages and others about it', /server\/dist/],
])
/** The arguments of the server's process. */
const PLACES = new Map([
  ['file', [undefined]],
  ['postgres', ['postgres']],
  ['node', ['first-node']],
])
const REST = 'Node itself, and waking up'
const IDLE = '(idle)'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    place: { type: 'string', default: 'file' },
    of: { type: 'string', default: '' },
  },
})
const place = PLACES.get(values.place)
if (place === undefined) {
  tell(`--place takes ${[...PLACES.keys()].join(', ')}, and not ${values.place}`)
  process.exit(2)
}
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'hokito-profile-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
// The server's process inherits it, and writes its profile when it ends.
process.execArgv.push('--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200')
const server = await startServer(resolve(values.of, 'bench', 'server', 'ours.mjs'), place)
const ready = gamesFor(seconds)
const pairs = await makePairs(Number(values.games), (index) => ourPair(server.urls, index, ready))
let begin = 0
const { moves } = await paced(pairs, seconds, async () => {
  begin = microseconds()
})
const end = microseconds()
for (const pair of pairs) pair.close()
server.stop()
const spent = await spentIn(begin, end)
tell('| work for a move | µs |\n| --- | --- |')
for (const [part, us] of spent) tell(`| ${part} | ${(us / moves).toFixed(0)} |`)
process.exit(0)

/** The profile's clock. */
function microseconds() {
  return Number(process.hrtime.bigint() / 1000n)
}

/**
 * The microseconds of each part between two times, the largest first.
 * @param {number} from
 * @param {number} to
 */
async function spentIn(from, to) {
  const { nodes, samples, timeDeltas, startTime } = await profile()
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  /** @type {Map<string, number>} */
  const spent = new Map()
  let at = startTime
  for (const [index, sample] of samples.entries()) {
    const us = timeDeltas[index] ?? 0
    at += us
    if (at < from || at > to || frames.get(sample)?.functionName === IDLE) continue
    const part = partOf(sample, parents, frames)
    spent.set(part, (spent.get(part) ?? 0) + us)
  }
  return [...spent].sort(([, a], [, b]) => b - a)
}

/** @typedef {{ functionName: string, url: string }} Frame */

/**
 * @param {number} sample
 * @param {ReadonlyMap<number, number>} parents
 * @param {ReadonlyMap<number, Frame>} frames
 */
function partOf(sample, parents, frames) {
  for (
    let id = /** @type {number | undefined} */ (sample);
    id !== undefined;
    id = parents.get(id)
  ) {
    const { functionName, url } = frames.get(id) ?? { functionName: '', url: '' }
    const known = PARTS.find(([, pattern]) => pattern.test(url === '' ? functionName : url))
    if (known !== undefined) return known[0]
  }
  return REST
}

/**
 * The longest profile that the server's processes have written, which is that of the main thread.
 * @returns {Promise<{
 *   nodes: { id: number, callFrame: Frame, children?: number[] }[],
 *   samples: number[],
 *   timeDeltas: number[],
 *   startTime: number,
 * }>}
 */
async function profile() {
  for (let tries = 0; tries < 100 && readdirSync(folder).length === 0; tries++) await wait(200)
  // The file is there before it is whole.
  await wait(2000)
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const [longest] = texts.sort((a, b) => b.length - a.length)
  if (longest === undefined) throw new Error('the server has written no profile')
  return JSON.parse(longest)
}
