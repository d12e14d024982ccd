// @ts-check
/**
 * `node bench/capacity/measure.mjs`: what a move costs the nodes, PostgreSQL and Redis, and how
 * many bytes a game leaves, written to `measured.json`. Needs both services on this machine. Every
 * pair makes one move a second; its two players are on different nodes. Times are processor times,
 * so other work on the machine hardly changes them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import pg from 'pg'
import { POSTGRES_URL, REDIS_URL } from '../../scripts/services.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'

await setUp()
const { paced } = await import('../server/load.mjs')
const { ourPair, signedIn } = await import('../server/pairs.mjs')
const { makePairs, placesOf, startServer } = await import('../server/servers.mjs')

const SECONDS = 20
const GAMES = 500
/** Games that each pair has ready: enough for a move a second. */
const READY = 2
/** The unit in which Linux's `/proc` counts processor time. */
const TICK_MS = 10
const IDLE = 2000

const runs = []
for (const nodes of [1, 2, 3, 4]) runs.push(await measureRun(nodes))
const measured = {
  measuredOn: new Date().toISOString().slice(0, 10),
  node: process.version,
  runs,
  bytesKept: await bytesKept(),
  socketBytes: await socketBytes(),
}
writeFileSync(
  new URL('measured.json', import.meta.url),
  `${JSON.stringify(measured, undefined, 2)}\n`,
)
process.exit(0)

/** @param {number} nodes */
async function measureRun(nodes) {
  const server = await startServer('ours.mjs', placesOf(nodes))
  const pairs = await makePairs(GAMES, (index) => ourPair(server.urls, index, READY))
  const before = await usageOf(server)
  const { moves, p50, p99 } = await paced(pairs, SECONDS)
  const after = await usageOf(server)
  for (const pair of pairs) pair.close()
  server.stop()
  // The load warms up for a second, which also costs processor time.
  const played = moves * ((SECONDS + 1) / SECONDS)
  /** @param {keyof typeof before} what */
  const aMove = (what) => Number(((after[what] - before[what]) / played).toFixed(4))
  const run = {
    nodes,
    games: GAMES,
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

/** @param {Awaited<ReturnType<typeof startServer>>} server */
async function usageOf(server) {
  const [{ cpuMs }, postgres, redis] = await Promise.all([
    server.usage(),
    inBench(
      `select xact_commit::float8 as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
      from pg_stat_database where datname = current_database()`,
    ),
    redisInfo(),
  ])
  return {
    nodeMs: cpuMs,
    postgresMs: processorMsOf('postgres'),
    commits: postgres[0].commits,
    walBytes: postgres[0].wal,
    redisMs: (redis('used_cpu_sys') + redis('used_cpu_user')) * 1000,
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

/**
 * @param {string} query
 * @returns {Promise<any[]>}
 */
async function inBench(query) {
  const url = new URL(POSTGRES_URL)
  url.pathname = '/hokito_bench'
  const client = new pg.Client(url.href)
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}

/** @returns {Promise<(name: string) => number>} */
async function redisInfo() {
  const redis = new Redis(REDIS_URL)
  const text = await redis.info()
  redis.disconnect()
  return (name) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1])
}

/**
 * Processor time of all running processes with this name, in milliseconds. Misses processes that
 * have ended.
 * @param {string} name
 */
function processorMsOf(name) {
  return (
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((id) => statOf(id))
      .filter((stat) => stat?.startsWith(`(${name})`))
      .map((stat) => stat?.split(' ') ?? [])
      .reduce((sum, fields) => sum + Number(fields[12]) + Number(fields[13]), 0) * TICK_MS
  )
}

/** @param {string} id */
function statOf(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^\d+ /, '')
  } catch {
    // The process has ended.
    return undefined
  }
}
