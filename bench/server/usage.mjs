// @ts-check
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * @typedef {object} Usage
 * @property {number} cpuMs since the start
 * @property {number} rssMb
 * @property {number} heapMb live objects and those not yet collected
 * @property {number} handles open sockets, timers and files
 * @property {number} storedBytes the size of the database on disk
 * @property {number} delayMs the 99th percentile of the event-loop delay since the last message
 */

/**
 * Sends the parent process the address of this server, and on each message its resource use so far.
 * @param {string} url
 * @param {() => number | Promise<number>} [storedBytes]
 */
export function reportUsage(url, storedBytes = () => 0) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', async () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    /** @type {Usage} */
    const usage = {
      cpuMs: (user + system) / 1000,
      rssMb: rss / 2 ** 20,
      heapMb: heapUsed / 2 ** 20,
      handles: process.getActiveResourcesInfo().length,
      storedBytes: await storedBytes(),
      delayMs: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    }
    delay.reset()
    process.send?.(usage)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ url })
}

// --- internal ---

const RESOLUTION_MS = 5
