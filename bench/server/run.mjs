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
 * - `--against PATH`: also measures the server of another checkout, which must be built, in turns
 * - `--load closed` or `paced`: only this one
 * - `--boardgame-io`: also measures that library's own server, fetched from npm
 */
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'
import { wait } from '../attack/wait.mjs'
import { quantile } from '../engine/figures.mjs'

helpOn(import.meta.url)

await setUp()
const { closedLoop, gamesFor, paced, PLIES_A_GAME } = await import('./load.mjs')
const { ourPair, relayPair, signedIn } = await import('./pairs.mjs')
const { makePairs, placesOf, spentBy, startServer } = await import('./servers.mjs')
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
const HEADER = [
  ...['server', 'games', 'load', 'moves/s', 'p50 ms', 'p99 ms', 'memory MB'],
  ...['nodes, µs a move', 'PostgreSQL', 'Redis'],
]
/** More moves a second than any peer makes, because a pair must not run out of games. */
const MOST_MOVES = 18_000

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    games: { type: 'string', default: '100,500,1000,2000' },
    idle: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '' },
    against: { type: 'string' },
    load: { type: 'string', default: 'closed,paced' },
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
if (values.load.includes('closed')) for (const games of sizes) await compareClosed(games)
if (values.load.includes('paced')) {
  for (const games of sizes) await compare([RELAY, ...oursWith(gamesFor(seconds))], games, 'paced')
}
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
    if (all.length > 1) tell(`Median of ${all.length}: ${mediansOf(all)}.`)
    return best.figures.movesPerSecond
  })
}

/** @param {readonly Round[]} all */
function mediansOf(all) {
  const median = (/** @type {(round: Round) => number} */ of) => quantile(all.map(of), 0.5)
  const moves = Math.round(median(({ figures }) => figures.movesPerSecond))
  const p99 = median(({ figures }) => figures.p99).toFixed(1)
  const parts = [median(({ spent }) => spent.nodes), median(({ spent }) => spent.postgres)]
  return `${moves} moves/s, p99 ${p99} ms, nodes ${parts.map(Math.round).join(' µs, PostgreSQL ')} µs a move`
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
  const here = [ours, ...(values.postgres ? [alone] : []), ...together]
  const { against } = values
  const file = resolve(against ?? '', 'bench', 'server', 'ours.mjs')
  const there =
    against === undefined
      ? []
      : here.map((peer) => ({ ...peer, file, name: `${peer.name}, of ${basename(against)}` }))
  const boardgame = {
    name: 'boardgame.io',
    file: 'boardgame-server.mjs',
    places: [boardgameFolder ?? ''],
    makePair: boardgamePair,
  }
  return [...here, ...there, ...(boardgameFolder === undefined ? [] : [boardgame])]
}

/**
 * @param {Peer} peer
 * @param {number} games
 * @param {'closed' | 'paced'} load
 */
async function measure({ name, file, places, makePair }, games, load) {
  const server = await startServer(file, places)
  const pairs = await makePairs(games, (index) => makePair(server.urls, index))
  let before = await spentBy(server)
  const begin = async () => {
    before = await spentBy(server)
  }
  const run = load === 'closed' ? closedLoop : paced
  const figures = await run(pairs, seconds, begin)
  const after = await spentBy(server)
  const { rssMb } = await server.usage()
  const aMove = (/** @type {keyof typeof before} */ what) =>
    Math.round(((after[what] - before[what]) * 1000) / figures.moves)
  const spent = { nodes: aMove('nodes'), postgres: aMove('postgres'), redis: aMove('redis') }
  const row = [
    name,
    games,
    load === 'closed' ? 'closed loop' : 'one move a second',
    Math.round(figures.movesPerSecond),
    figures.p50.toFixed(2),
    figures.p99.toFixed(2),
    Math.round(rssMb),
    ...[spent.nodes, spent.postgres, spent.redis],
  ]
  for (const pair of pairs) pair.close()
  server.stop()
  return { row, figures, spent }
}

/** @param {number} count */
async function measureIdle(count) {
  const server = await startServer('ours.mjs')
  const sockets = await makePairs(count, () => signedIn(server.urls[0] ?? ''))
  await wait(2000)
  const { rssMb } = await server.usage()
  tell(`${sockets.length} idle sockets: ${Math.round(rssMb)} MB`)
  server.stop()
}
