// @ts-check
/**
 * `node bench/capacity/measure.mjs`: what a move costs the nodes, PostgreSQL and Redis, and how
 * many bytes a game leaves, written to `measured.json`. Needs both services on this machine. Every
 * pair makes one move a second; its two players are on different nodes. Times are processor times,
 * so other work on the machine changes them little. `--seconds 20` measures for a longer time.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setUp, tell } from '../../scripts/setup.mjs'
import { databaseUrl, runOn } from '../server/databases.mjs'

await setUp()
const { gamesFor, paced } = await import('../server/load.mjs')
const { ourPair, signedIn } = await import('../server/pairs.mjs')
const { BENCH_DATABASE, makePairs, placesOf, redisInfo, spentBy, startServer } = await import(
  '../server/servers.mjs'
)

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
  },
})
const SECONDS = Number(values.seconds)
/** How often all runs are made, in turns; the middle one of each counts. */
const ROUNDS = 3
/**
 * Nodes and games of each run. A node with more moves a second stores more of them at once, so a
 * move's cost depends on their number. Four nodes check the model.
 */
const RUNS = [
  [1, 250],
  [1, 500],
  [1, 1000],
  [2, 250],
  [2, 500],
  [2, 1000],
  [4, 500],
]
const IDLE = 2000
const START_MS = 3000
const ALONE_MS = 10_000

const idle = await idleMs()
/** @type {Awaited<ReturnType<typeof measureRun>>[][]} */
const rounds = RUNS.map(() => [])
for (let round = 0; round < ROUNDS; round++)
  for (const [index, [nodes = 0, games = 0]] of RUNS.entries())
    rounds[index]?.push(await measureRun(nodes, games))
const runs = rounds.map((same) => same.sort((a, b) => a.nodeMs - b.nodeMs)[(ROUNDS - 1) / 2])
const measured = {
  measuredOn: new Date().toISOString().slice(0, 10),
  node: process.version,
  runs,
  idleMs: idle,
  bytesKept: await bytesKept(),
  socketBytes: await socketBytes(),
}
writeFileSync(
  new URL('measured.json', import.meta.url),
  `${JSON.stringify(measured, undefined, 2)}\n`,
)
process.exit(0)

/**
 * @param {number} nodes
 * @param {number} games
 */
async function measureRun(nodes, games) {
  const server = await startServer('ours.mjs', placesOf(nodes))
  const pairs = await makePairs(games, (index) => ourPair(server.urls, index, gamesFor(SECONDS)))
  let before = await usageOf(server)
  const { moves, p50, p99 } = await paced(pairs, SECONDS, async () => {
    before = await usageOf(server)
  })
  const after = await usageOf(server)
  for (const pair of pairs) pair.close()
  server.stop()
  /** @param {keyof typeof before} what */
  const aMove = (what) => Number(((after[what] - before[what]) / moves).toFixed(4))
  const run = {
    nodes,
    games,
    seconds: SECONDS,
    moves,
    p50Ms: Number(p50.toFixed(2)),
    p99Ms: Number(p99.toFixed(2)),
    nodeMs: aMove('nodeMs'),
    postgresMs: aMove('postgresMs'),
    commits: aMove('commits'),
    walBytes: Math.round(aMove('walBytes')),
    redisMs: aMove('redisMs'),
    redisInBytes: Math.round(aMove('redisInBytes')),
    redisOutBytes: Math.round(aMove('redisOutBytes')),
  }
  tell(JSON.stringify(run))
  return run
}

/** Processor time of a node without players, in a second. */
async function idleMs() {
  const server = await startServer('ours.mjs', placesOf(1))
  await wait(START_MS)
  const before = await server.usage()
  await wait(ALONE_MS)
  const after = await server.usage()
  server.stop()
  return Number((((after.cpuMs - before.cpuMs) * 1000) / ALONE_MS).toFixed(1))
}

/** @param {Awaited<ReturnType<typeof startServer>>} server */
async function usageOf(server) {
  const [spent, postgres, redis] = await Promise.all([
    spentBy(server),
    inBench(
      `select xact_commit::float8 as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
      from pg_stat_database where datname = current_database()`,
    ),
    redisInfo(),
  ])
  if (redis === undefined) throw new Error('Redis does not answer')
  return {
    nodeMs: spent.nodes,
    postgresMs: spent.postgres,
    commits: postgres[0].commits,
    walBytes: postgres[0].wal,
    redisMs: spent.redis,
    redisInBytes: redis('total_net_input_bytes'),
    redisOutBytes: redis('total_net_output_bytes'),
  }
}

/** Bytes on disk, indexes included, for each row of the tables that are kept. */
async function bytesKept() {
  const sizes = await inBench(
    `select 'games' as name, pg_total_relation_size('games')::float8 as bytes, (select count(*) from games)::float8 as count
    union all select 'events', pg_total_relation_size('events'), (select count(*) from events)`,
  )
  return Object.fromEntries(
    sizes.map(({ name, bytes, count }) => [name, Math.round(bytes / count)]),
  )
}

/** Memory of a page that is open but idle. */
async function socketBytes() {
  const server = await startServer('ours.mjs')
  const before = await server.usage()
  await makePairs(IDLE, () => signedIn(server.urls[0] ?? ''))
  const after = await server.usage()
  server.stop()
  return Math.round(((after.rssMb - before.rssMb) * 2 ** 20) / IDLE)
}

/** @param {string} query */
function inBench(query) {
  return runOn([query], databaseUrl(BENCH_DATABASE))
}
