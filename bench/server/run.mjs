// @ts-check
/**
 * `npm run bench:server`: our server, which checks every move and has it on the disk before anyone hears
 * of it, against a relay that does neither, in the same run on the same machine. Options: `--seconds`
 * (5), `--games` (100,500,1000,2000), `--idle` (10000; 0 for none), `--rounds` (1): the peers take turns
 * so often, and the best round of each is told, as other work on the machine only ever slows them; `--postgres`: our
 * server on PostgreSQL takes its turn too.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, install, tell } from '../../scripts/setup.mjs'

install()
build()
const { closedLoop, paced } = await import('./load.mjs')
const { ourPair, relayPair, signedIn } = await import('./pairs.mjs')

/**
 * @typedef {import('./pairs.mjs').Pair} Pair
 * @typedef {{ name: string, file: string, argument?: string, makePair: (url: string, index: number) => Promise<Pair> }} Peer
 */

/** @typedef {Awaited<ReturnType<typeof measure>>} Round */

/** @type {Peer} */
const RELAY = {
  name: 'relay',
  file: 'relay.mjs',
  makePair: (url, index) => relayPair(url, index, false),
}
/** @type {Peer} */
const BARE_RELAY = {
  name: 'relay without boards',
  file: 'relay.mjs',
  makePair: (url, index) => relayPair(url, index, true),
}
const HEADER = ['server', 'games', 'load', 'moves/s', 'p50 ms', 'p99 ms', 'CPU %', 'memory MB']
/** More moves a second than any of them makes: a pair must not run out of games. */
const MOST_MOVES = 18_000
const PLIES_A_GAME = 23

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    games: { type: 'string', default: '100,500,1000,2000' },
    idle: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const sizes = values.games.split(',').map(Number)

tell(`| ${HEADER.join(' | ')} |`)
tell(`|${' --- |'.repeat(HEADER.length)}`)
for (const games of sizes) await compareClosed(games)
for (const games of sizes) await compare([RELAY, ...oursWith(1)], games, 'paced')
if (Number(values.idle) > 0) await measureIdle(Number(values.idle))
process.exit(0)

/** @param {number} games */
async function compareClosed(games) {
  const needed = Math.ceil((MOST_MOVES * (seconds + 1)) / games / PLIES_A_GAME)
  const peers = [BARE_RELAY, RELAY, ...oursWith(Math.min(48, 2 + needed))]
  const [bare = 0, relay = 0, ...ours] = await compare(peers, games, 'closed')
  for (const [index, moves] of ours.entries()) {
    const [ratio, bareRatio] = [relay, bare].map((other) => (moves / other).toFixed(2))
    tell(
      `At ${games}, ${peers[index + 2]?.name}: ${ratio} × the relay's moves a second, ${bareRatio} × without boards.`,
    )
  }
}

/**
 * Lets peers take turns and tells the best round of each; gives their moves a second.
 * @param {readonly Peer[]} peers
 * @param {number} games
 * @param {'closed' | 'paced'} load
 */
async function compare(peers, games, load) {
  /** @type {Round[][]} */
  const measured = peers.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, peer] of peers.entries()) {
      measured[index]?.push(await measure(peer, games, load))
    }
  }
  return measured.map((all) => {
    const [best] = all.sort((a, b) =>
      load === 'closed'
        ? b.figures.movesPerSecond - a.figures.movesPerSecond
        : a.figures.p99 - b.figures.p99,
    )
    if (best === undefined) throw new Error('there is at least one round')
    tell(`| ${best.row.join(' | ')} |`)
    return best.figures.movesPerSecond
  })
}

/**
 * @param {number} ready
 * @returns {readonly Peer[]}
 */
function oursWith(ready) {
  /** @type {Peer} */
  const ours = { name: 'ours', file: 'ours.mjs', makePair: (url, n) => ourPair(url, n, ready) }
  const others = { ...ours, name: 'ours on PostgreSQL', argument: 'postgres' }
  return values.postgres ? [ours, others] : [ours]
}

/**
 * @param {Peer} peer
 * @param {number} games
 * @param {'closed' | 'paced'} load
 */
async function measure({ name, file, argument, makePair }, games, load) {
  const server = await startServer(file, argument)
  /** @type {Pair[]} */
  const pairs = []
  for (let first = 0; first < games; first += 50) {
    const count = Math.min(50, games - first)
    const made = Array.from({ length: count }, (_, n) => makePair(server.url, first + n))
    pairs.push(...(await Promise.all(made)))
  }
  const before = await server.usage()
  const startedAt = performance.now()
  const figures = await (load === 'closed' ? closedLoop(pairs, seconds) : paced(pairs, seconds))
  const after = await server.usage()
  const share = (after.cpuMs - before.cpuMs) / (performance.now() - startedAt)
  const row = [
    name,
    games,
    load === 'closed' ? 'closed loop' : 'one move a second',
    Math.round(figures.movesPerSecond),
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    Math.round(share * 100),
    Math.round(after.rssMb),
  ]
  for (const pair of pairs) pair.close()
  server.stop()
  return { row, figures }
}

/** @param {number} count */
async function measureIdle(count) {
  const server = await startServer('ours.mjs')
  const sockets = []
  for (let first = 0; first < count; first += 100) {
    const made = Array.from({ length: Math.min(100, count - first) }, () => signedIn(server.url))
    sockets.push(...(await Promise.all(made)))
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const { rssMb } = await server.usage()
  tell(`${sockets.length} idle sockets: ${Math.round(rssMb)} MB`)
  server.stop()
}

/**
 * @param {string} file
 * @param {string} [argument]
 */
async function startServer(file, argument) {
  const child = fork(
    fileURLToPath(new URL(file, import.meta.url)),
    argument === undefined ? [] : [argument],
  )
  const [{ url }] = await once(child, 'message')
  return {
    /** @type {string} */
    url,
    /** @returns {Promise<{ cpuMs: number, rssMb: number }>} */
    usage: async () => {
      child.send('usage')
      const [usage] = await once(child, 'message')
      return usage
    },
    stop: () => child.disconnect(),
  }
}
