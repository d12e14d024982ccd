// @ts-check
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * @typedef {object} Usage
 * @property {number} cpuMs since the start
 * @property {number} rssMb
 * @property {number} heapMb what lives in it, and what is not collected yet
 * @property {number} handles sockets, timers and files that are open
 * @property {number} storedBytes what the database takes on the disk
 * @property {number} delayMs the longest that 99 of 100 looks at the event loop came late, since the last message
 */

/**
 * Tells the parent process where this server listens, and on each message what it has used so far.
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
