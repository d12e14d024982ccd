// @ts-check
/** Lets only one process at a time install or build. Two would break each other's files. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/**
 * Runs a task while no other process runs one under the same lock file. Otherwise it waits. The
 * file contains the id of the process, so that the lock of a killed process blocks no one.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} task
 * @returns {Promise<T>}
 */
export async function alone(file, task) {
  mkdirSync(dirname(file), { recursive: true })
  await takeTurn(file)
  const release = () => rmSync(file, { force: true })
  // The task may end the process.
  process.once('exit', release)
  try {
    return await task()
  } finally {
    process.off('exit', release)
    release()
  }
}

// --- internal ---

const LOOK_AGAIN_MS = 200

/** @param {string} file */
async function takeTurn(file) {
  const own = `${file}.${process.pid}`
  const forget = () => rmSync(own, { force: true })
  process.once('exit', forget)
  writeFileSync(own, String(process.pid))
  let isReported = false
  // A link creates the file together with its content, and only one process can create it.
  while (!canLink(own, file)) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (!isAlive(holder)) {
      removeStale(file, holder)
      continue
    }
    if (!isReported) process.stdout.write(`Waiting for process ${holder}, which is setting up…\n`)
    isReported = true
    await setTimeout(LOOK_AGAIN_MS)
  }
  process.off('exit', forget)
  forget()
}

/**
 * @param {string} from
 * @param {string} to
 */
function canLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    // It was released a moment ago.
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Removes the lock of a process that has ended. Another waiter may have done so already and hold the
 * lock now, so the file is renamed before its content is checked: only one process can rename it.
 * @param {string} file
 * @param {number} holder
 */
function removeStale(file, holder) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (readHolder(aside) !== holder) canLink(aside, file)
  rmSync(aside)
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return hasCode(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
