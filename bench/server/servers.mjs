// @ts-check
/** Servers in processes of their own, and the resources that they and their services use. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { REDIS_URL } from '../../packages/server/test/helpers/services.mjs'

/** The database that servers make in the PostgreSQL of the tests. */
export const BENCH_DATABASE = 'hokito_bench'

/**
 * The arguments of several nodes on one database.
 * @param {number} nodes
 * @returns {readonly string[]}
 */
export function placesOf(nodes) {
  return ['first-node', ...Array.from({ length: nodes - 1 }, () => 'next-node')]
}

/**
 * Starts one process for each place, one after another, because the others use what the first
 * makes.
 * @param {string} file
 * @param {readonly (string | undefined)[]} [places]
 */
export async function startServer(file, places = [undefined]) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  /** @type {string[]} */
  const urls = []
  for (const place of places) {
    const path = resolve(dirname(fileURLToPath(import.meta.url)), file)
    // A session of its own. Linux shares out the processor by sessions, and the server must not pay
    // for its players.
    const child = fork(path, place === undefined ? [] : [place], { detached: true })
    children.push(child)
    const [{ url }] = await once(child, 'message')
    urls.push(url)
  }
  return {
    urls,
    /** The ids of the processes. */
    ids: children.map(({ pid }) => pid),
    /** @type {Map<string, number>} processor time of each session of the database, also when it is over */
    sessions: new Map(),
    /** The total use of all servers; of the delays, the longest. */
    usage: async () => {
      const all = await Promise.all(children.map(usageOf))
      return all.reduce((a, b) => ({
        cpuMs: a.cpuMs + b.cpuMs,
        rssMb: a.rssMb + b.rssMb,
        heapMb: a.heapMb + b.heapMb,
        handles: a.handles + b.handles,
        storedBytes: a.storedBytes,
        delayMs: Math.max(a.delayMs, b.delayMs),
      }))
    },
    stop: () => {
      for (const child of children) child.disconnect()
    },
  }
}

/** @typedef {{ nodes: number, postgres: number, redis: number }} Spent milliseconds */

/**
 * The processor time used so far by all servers, by the sessions of their database, and by Redis.
 * Other work on the machine hardly changes it, so it says more there than moves a second do. Redis
 * also counts what others do with it.
 * @param {Awaited<ReturnType<typeof startServer>>} server
 * @returns {Promise<Spent>}
 */
export async function spentBy(server) {
  const [{ cpuMs }, redis] = await Promise.all([server.usage(), redisInfo()])
  return {
    nodes: cpuMs,
    postgres: sessionMs(server.sessions),
    redis: redis === undefined ? 0 : (redis('used_cpu_sys') + redis('used_cpu_user')) * 1000,
  }
}

/**
 * Redis' own figures by name; undefined if it does not answer.
 * @returns {Promise<((name: string) => number) | undefined>}
 */
export async function redisInfo() {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    const text = await redis.info()
    return (name) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1])
  } catch {
    // A server on a file needs no Redis.
    return undefined
  } finally {
    redis.disconnect()
  }
}

/**
 * Makes pairs of players a few at a time, because players do not arrive by the thousand.
 * @template T
 * @param {number} count
 * @param {(index: number) => Promise<T>} make
 * @returns {Promise<T[]>}
 */
export async function makePairs(count, make) {
  /** @type {T[]} */
  const pairs = []
  for (let first = 0; first < count; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - first)
    pairs.push(...(await Promise.all(Array.from({ length }, (_, n) => make(first + n)))))
  }
  return pairs
}

// --- internal ---

const AT_ONCE = 50
/** The unit in which Linux's `/proc` counts processor time. */
const TICK_MS = 10

/**
 * Processor time of PostgreSQL's sessions in our database. Misses what a session that is over used
 * since the last call, and the processes that serve all sessions together.
 * @param {Map<string, number>} sessions
 */
function sessionMs(sessions) {
  const isSession = (/** @type {string} */ title) =>
    title.startsWith('postgres:') && title.includes(` ${BENCH_DATABASE} `)
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    if (!isSession(contentOf(`/proc/${id}/cmdline`))) continue
    const fields = contentOf(`/proc/${id}/stat`)
      .replace(/^.*\) /, '')
      .split(' ')
    sessions.set(id, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS)
  }
  return [...sessions.values()].reduce((sum, ms) => sum + ms, 0)
}

/**
 * Empty if there is no such file, because the process has ended.
 * @param {string} path
 */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<import('./usage.mjs').Usage>}
 */
async function usageOf(child) {
  child.send('usage')
  const [usage] = await once(child, 'message')
  return usage
}
