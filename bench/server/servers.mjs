// @ts-check
/** Servers in processes of their own, and their resource use. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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
    const path = fileURLToPath(new URL(file, import.meta.url))
    // A session of its own. Linux shares out the processor by sessions, and the server must not pay
    // for its players.
    const child = fork(path, place === undefined ? [] : [place], { detached: true })
    children.push(child)
    const [{ url }] = await once(child, 'message')
    urls.push(url)
  }
  return {
    urls,
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

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<import('./usage.mjs').Usage>}
 */
async function usageOf(child) {
  child.send('usage')
  const [usage] = await once(child, 'message')
  return usage
}
