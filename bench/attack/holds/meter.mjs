// @ts-check
/**
 * Measures how long the server's main thread is blocked without a break. Loaded into the server
 * before all else (`--import`). A timer fires each millisecond; the time that the thread has
 * computed between two ticks is one hold. Linux counts computing time, so other load on the machine
 * does not matter; wall-clock time is recorded beside it. On SIGUSR2 the longest hold is written to
 * the file that `HOLD_FILE` names, and measuring starts again.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const LOOK_EVERY_MS = 1
const file = process.env.HOLD_FILE
if (isMainThread && file !== undefined) watch(file)

/** @param {string} target */
function watch(target) {
  let number = 0
  let [cpuAt, wallAt] = [cpuMs(), performance.now()]
  let longest = { cpuMs: 0, wallMs: 0 }
  let cpuBefore = cpuAt
  const look = () => {
    const [cpu, wall] = [cpuMs(), performance.now()]
    longest.cpuMs = Math.max(longest.cpuMs, cpu - cpuAt)
    longest.wallMs = Math.max(longest.wallMs, wall - wallAt)
    cpuAt = cpu
    wallAt = wall
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  process.on('SIGUSR2', () => {
    look()
    const found = { number: ++number, ...longest, usedMs: cpuAt - cpuBefore }
    writeFileSync(`${target}.part`, JSON.stringify(found))
    renameSync(`${target}.part`, target)
    longest = { cpuMs: 0, wallMs: 0 }
    cpuBefore = cpuAt
  })
}

/** The computing time of the main thread, or the wall clock if the system does not report it. */
function cpuMs() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
