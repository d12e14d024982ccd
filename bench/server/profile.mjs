// @ts-check
/**
 * `node bench/server/profile.mjs`: what a server does for a move, in microseconds of processor time.
 * Two players in each of 500 games make a move a second. The parts are those of the main threads,
 * from processor profiles. Options:
 *
 * - `--games` (500) and `--seconds` (20)
 * - `--place` (`file`, `postgres`, `node`, which is alone on PostgreSQL and Redis, or `nodes`: two
 *   of these, with the players of a game on different ones)
 * - `--of PATH`: the server of another checkout, which must be built
 * - `--functions COUNT` (0): also the functions that take longest themselves
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
const { makePairs, placesOf, startServer } = await import('./servers.mjs')

/**
 * The parts of the work. A sample counts for the first part that knows one of its functions, from
 * the innermost one outwards.
 */
const PARTS = /** @type {const} */ ([
  ['collecting garbage', /^\(garbage collector\)/],
  ['Redis client', /ioredis|redis-parser/],
  [
    'hints: reading them',
    /cluster\/hint\.js#parse|cluster\/neighbours\.js##(hear|isRepeated|pass|consider)/,
  ],
  ['hints: acting on them', /cluster\/hearing|current-games\.js#(hear|.*#(catchUp|takeSteps))/],
  ['hints: sending them', /cluster\/(redis-line|hint|hints-of)|(nodes|neighbours)\.js#tell/],
  ['presence, heartbeats', /server\/dist\/cluster/],
  [
    'database: the driver',
    /node_modules\/(pg|kysely|better-sqlite3)|dist\/store\/(postgres-pool|held-query)/,
  ],
  ['database: what is stored', /server\/dist\/(store|live\/(journal|units))/],
  [
    'messages: writing to sockets',
    /ws\/lib\/sender|(engine|socket)\.io.*#(\w*[eE]ncode\w*|emit|flush|_?packet|send\w*|writeToEngine)$/,
  ],
  ['messages: reading from sockets', /node_modules\/(ws|engine\.io|socket\.io|@socket\.io)/],
  [
    'messages: checking and answering them',
    /server\/dist\/(socket\/(hub|prices|connection|transports)|limiting)/,
  ],
  ['the rules', /rules\/dist/],
  ['deciding a move', /server\/dist\/(game|live)/],
  ['telling pages and others about it', /server\/dist/],
])
/** @typedef {readonly (string | undefined)[]} Places the arguments of the server's processes */

const PLACES = new Map([
  ['file', /** @type {Places} */ ([undefined])],
  ['postgres', ['postgres']],
  ['node', placesOf(1)],
  ['nodes', placesOf(2)],
])
const REST = 'Node itself, and waking up'
const IDLE = '(idle)'
/** The name of the thread that writes the profile. */
const PROFILER = 'v8:ProfEvntProc'
/** A longer sample means that another program had the processor meanwhile. */
const LONGEST_US = 1000

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    place: { type: 'string', default: 'file' },
    of: { type: 'string', default: '' },
    functions: { type: 'string', default: '0' },
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
let before = used()
let begin = 0
const { moves } = await paced(pairs, seconds, async () => {
  before = used()
  begin = microseconds()
})
const after = used()
const end = microseconds()
for (const pair of pairs) pair.close()
server.stop()
const main = after.main - before.main
const others = after.all - before.all - main
/** @type {Map<string, number>} */
const parts = new Map()
/** @type {Map<string, number>} */
const functions = new Map()
for (const file of await profiles()) count(file)
tell('| work for a move | µs |\n| --- | --- |')
tellAll(parts, Number.POSITIVE_INFINITY)
tell(`| other threads: compiling, collecting garbage, files | ${(others / moves).toFixed(0)} |`)
tellAll(functions, Number(values.functions))
process.exit(0)

/** The profile's clock. */
function microseconds() {
  return Number(process.hrtime.bigint() / 1000n)
}

/** Microseconds of processor time: of the servers' main threads, and of all but the profiler's. */
function used() {
  const sum = { main: 0, all: 0 }
  for (const id of server.ids) {
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      if (readFileSync(`/proc/${id}/task/${thread}/comm`, 'utf8').startsWith(PROFILER)) continue
      const stat = readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8')
      const us = Number(stat.split(' ')[0]) / 1000
      sum.all += us
      if (thread === `${id}`) sum.main += us
    }
  }
  return sum
}

/**
 * Prints shares of the main threads' processor time, the largest first. The profile's own clock
 * also counts the time in which other programs had the processor.
 * @param {ReadonlyMap<string, number>} counts
 * @param {number} most
 */
function tellAll(counts, most) {
  const sum = [...counts.values()].reduce((a, b) => a + b, 0)
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, most)
  for (const [what, us] of sorted) tell(`| ${what} | ${((us / sum) * (main / moves)).toFixed(0)} |`)
}

/**
 * Adds what a main thread did between the two times.
 * @param {Profile} profile
 */
function count({ nodes, samples, timeDeltas, startTime }) {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let at = startTime
  for (const [index, sample] of samples.entries()) {
    const us = timeDeltas[index] ?? 0
    at += us
    const frame = frames.get(sample)
    if (at < begin || at > end || frame === undefined || frame.functionName === IDLE) continue
    const own = Math.min(us, LONGEST_US)
    const part = partOf(sample, parents, frames)
    parts.set(part, (parts.get(part) ?? 0) + own)
    const name = `${frame.functionName} ${frame.url.replace(/^.*\/(?=.*\/)/, '')}:${frame.lineNumber}`
    functions.set(name, (functions.get(name) ?? 0) + own)
  }
}

/**
 * @typedef {{ functionName: string, url: string, lineNumber: number }} Frame
 * @typedef {{
 *   nodes: { id: number, callFrame: Frame, children?: number[] }[],
 *   samples: number[],
 *   timeDeltas: number[],
 *   startTime: number,
 * }} Profile
 */

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
    const text = url === '' ? functionName : `${url}#${functionName}`
    const known = url.startsWith('node:')
      ? undefined
      : PARTS.find(([, pattern]) => pattern.test(text))
    if (known !== undefined) return known[0]
  }
  return REST
}

/**
 * The profiles that the main threads of the servers have written.
 * @returns {Promise<Profile[]>}
 */
async function profiles() {
  const isOfMain = (/** @type {string} */ name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name)
  const files = () => readdirSync(folder).filter(isOfMain)
  for (let tries = 0; tries < 100 && files().length < server.ids.length; tries++) await wait(200)
  // A file is there before it is whole.
  await wait(2000)
  return files().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}
