// @ts-check
/** Lets one process at a time install or build: two at once would break each other's files. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/**
 * Runs a task while no other process runs one under the same file; waits for it otherwise. The file holds
 * the process's number, so that what a killed process leaves behind holds nobody up.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} task
 * @returns {Promise<T>}
 */
export async function alone(file, task) {
  mkdirSync(dirname(file), { recursive: true })
  await takeTurn(file)
  const release = () => rmSync(file, { force: true })
  // A task may end the process.
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
  // A file gets its name with all that is in it, and only one process can give it.
  while (!canLink(own, file)) {
    const holder = readHolder(file)
    if (holder !== undefined && isAlive(holder)) {
      if (!isReported) process.stdout.write(`Waiting for process ${holder}, which is setting up…\n`)
      isReported = true
      await setTimeout(LOOK_AGAIN_MS)
    } else {
      rmSync(file, { force: true })
    }
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
    // Released in this moment.
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and belongs to somebody else.
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
