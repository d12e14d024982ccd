// @ts-check
/**
 * `npm run bench:server`: our server, which checks every move and stores it on disk before it
 * publishes it, against a relay that does neither, in the same run on the same machine. Options:
 *
 * - `--seconds` (5)
 * - `--games` (100,500,1000,2000)
 * - `--idle` (10000; 0 for none)
 * - `--rounds` (1): how often the peers take turns. The best round of each is reported, because
 *   other work on the machine can only slow them
 * - `--postgres`: also measures our server on PostgreSQL
 * - `--nodes 2,3`: also measures this many nodes on PostgreSQL and Redis, with the two players of a
 *   game on different nodes
 * - `--boardgame-io`: also measures that library's own server, fetched from npm
 */
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

await setUp()
const { closedLoop, paced } = await import('./load.mjs')
const { ourPair, relayPair, signedIn } = await import('./pairs.mjs')
const { makePairs, placesOf, startServer } = await import('./servers.mjs')
const { boardgamePair, getBoardgame } = await import('./boardgame.mjs')

/**
 * @typedef {import('./pairs.mjs').MakePair} MakePair
 * @typedef {{ name: string, file: string, places?: readonly string[], makePair: MakePair }} Peer a
 *   process for each place; without places, one with no argument
 */

/** @typedef {Awaited<ReturnType<typeof measure>>} Round */

/** @type {Peer} */
const RELAY = {
  name: 'relay',
  file: 'relay.mjs',
  makePair: (urls, index) => relayPair(urls, index, false),
}
/** @type {Peer} */
const BARE_RELAY = {
  name: 'relay without boards',
  file: 'relay.mjs',
  makePair: (urls, index) => relayPair(urls, index, true),
}
const HEADER = ['server', 'games', 'load', 'moves/s', 'p50 ms', 'p99 ms', 'CPU %', 'memory MB']
/** More moves a second than any peer makes, because a pair must not run out of games. */
const MOST_MOVES = 18_000
const PLIES_A_GAME = 23

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    games: { type: 'string', default: '100,500,1000,2000' },
    idle: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '' },
    'boardgame-io': { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const sizes = values.games.split(',').map(Number)
const clubs = values.nodes.split(',').filter(Boolean).map(Number)
const boardgameFolder = values['boardgame-io'] ? getBoardgame() : undefined

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
 * Lets peers take turns and prints the best round of each. Returns their moves a second.
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
  const ours = { name: 'ours', file: 'ours.mjs', makePair: (urls, n) => ourPair(urls, n, ready) }
  const alone = { ...ours, name: 'ours on PostgreSQL', places: ['postgres'] }
  const together = clubs.map((nodes) => ({
    ...ours,
    name: `ours, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`,
    places: placesOf(nodes),
  }))
  const boardgame = {
    name: 'boardgame.io',
    file: 'boardgame-server.mjs',
    places: [boardgameFolder ?? ''],
    makePair: boardgamePair,
  }
  return [
    ours,
    ...(values.postgres ? [alone] : []),
    ...together,
    ...(boardgameFolder === undefined ? [] : [boardgame]),
  ]
}

/**
 * @param {Peer} peer
 * @param {number} games
 * @param {'closed' | 'paced'} load
 */
async function measure({ name, file, places, makePair }, games, load) {
  const server = await startServer(file, places)
  const pairs = await makePairs(games, (index) => makePair(server.urls, index))
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
    const made = Array.from({ length: Math.min(100, count - first) }, () =>
      signedIn(server.urls[0] ?? ''),
    )
    sockets.push(...(await Promise.all(made)))
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const { rssMb } = await server.usage()
  tell(`${sockets.length} idle sockets: ${Math.round(rssMb)} MB`)
  server.stop()
}
