// @ts-check
/**
 * `npm run soak -- --minutes 60 --games 500 --out soak.svg`: many simultaneous games for a long
 * time, from start to end. Two of a hundred players a minute lose their connection and reconnect,
 * and guests come and go. Prints a line every ten seconds, as JSON, and draws them at the end: a
 * curve that keeps growing here is a leak. `--nodes N` plays on N nodes over PostgreSQL and Redis
 * instead of on a file.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'
import { movesOf } from '../attack/figures.mjs'
import { wait } from '../attack/wait.mjs'
import { plotsOf } from '../plot.mjs'

helpOn(import.meta.url)

await setUp()
const { placesOf, startServer, makePairs } = await import('./servers.mjs')
const { signedIn } = await import('./pairs.mjs')
const { HonestPair } = await import('../attack/honest-pair.mjs')

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    games: { type: 'string', default: '500' },
    nodes: { type: 'string', default: '0' },
    pause: { type: 'string', default: '2' },
    out: { type: 'string' },
  },
})
const games = Number(values.games)
const endsAt = performance.now() + Number(values.minutes) * 60_000
const SAMPLE_MS = 10_000
/** The share of players who lose their connection in a minute. */
const LOST_A_MINUTE = 0.02
const GUESTS_A_SECOND = 2
const GUEST_STAYS_MS = 5000
const REST_MS = 30_000

const server = await startServer(
  'ours.mjs',
  Number(values.nodes) > 0 ? placesOf(Number(values.nodes)) : undefined,
)
const tally = { moves: 0, reconnections: 0 }
const isOver = () => performance.now() > endsAt
const meanMs = Number(values.pause) * 1000
const pairs = await makePairs(games, startPair)
const guests = letGuestsCome()
/** @type {Record<string, number>[]} */
const samples = []
while (!isOver()) {
  await wait(SAMPLE_MS)
  const sample = await sampleOf(samples.length + 1)
  samples.push(sample)
  tell(JSON.stringify(sample))
}
await Promise.race([Promise.all([...pairs.map((pair) => pair.stop()), guests]), wait(REST_MS)])
for (const fault of pairs.flatMap(({ faults }) => faults)) tell(fault)
server.stop()
if (values.out !== undefined) writeFileSync(values.out, drawn())
process.exit(0)

/**
 * Two guests who play one game after another, as people do; with several nodes, each on another.
 * @param {number} index
 */
async function startPair(index) {
  const urlOf = (/** @type {number} */ n) => server.urls[(index + n) % server.urls.length] ?? ''
  const pair = new HonestPair([urlOf(0), urlOf(1)], {
    seed: index * 1000,
    pauseMs: () => Math.random() * 2 * meanMs,
    lossShare: (LOST_A_MINUTE * meanMs) / 60_000,
  })
  await pair.start()
  return pair
}

/** @param {number} index */
async function sampleOf(index) {
  const { rssMb, heapMb, handles, delayMs, storedBytes } = await server.usage()
  const { moves, p99, cuts } = movesOf(pairs.map((pair) => pair.take()))
  tally.moves += moves
  tally.reconnections += cuts
  const ended = pairs.reduce((sum, pair) => sum + pair.games, 0)
  return {
    minutes: (index * SAMPLE_MS) / 60_000,
    rssMb: Math.round(rssMb),
    heapMb: Math.round(heapMb),
    handles,
    delayMs: Number(delayMs.toFixed(2)),
    p99Ms: Number(p99.toFixed(2)),
    games: ended,
    ...tally,
    bytesAGame: Math.round(storedBytes / (ended + games)),
  }
}

async function letGuestsCome() {
  /** @type {Promise<void>[]} */
  let here = []
  while (!isOver()) {
    await wait(1000 / GUESTS_A_SECOND)
    here = [
      ...here.slice(-GUESTS_A_SECOND * 10),
      visit(server.urls[here.length % server.urls.length] ?? ''),
    ]
  }
  await Promise.all(here)
}

/** @param {string} url */
async function visit(url) {
  const socket = await signedIn(url)
  await wait(GUEST_STAYS_MS)
  socket.disconnect()
}

function drawn() {
  /** @type {[string, string, string][]} */
  const shown = [
    ['rssMb', 'memory', 'MB'],
    ['heapMb', 'heap', 'MB'],
    ['handles', 'handles', ''],
    ['delayMs', 'event loop, p99', 'ms'],
    ['p99Ms', 'a move, p99', 'ms'],
    ['bytesAGame', 'stored a game', 'bytes'],
  ]
  const series = shown.map(([key, name, unit]) => ({
    name,
    unit,
    points: samples.map(
      (sample) => /** @type {[number, number]} */ ([sample.minutes, sample[key]]),
    ),
  }))
  return plotsOf(series, { title: `${games} games at a time`, xName: 'minutes' })
}
