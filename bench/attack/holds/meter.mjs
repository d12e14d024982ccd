// @ts-check
/**
 * Loaded into the server before all else (`--import`): measures for how long its main thread is held without a break.
 * A timer looks each millisecond; what the thread has computed between two looks is one hold. Computed, as Linux counts
 * it, so that whatever else uses the machine does not matter; by the clock beside it. SIGUSR2 has the longest written to
 * the file that `HOLD_FILE` names, and begins again.
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

/** What the main thread has computed; the wall clock where the system does not tell. */
function cpuMs() {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
