// @ts-check
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'

/** The databases of all tests that run at once, and as much again. */
const NEEDED_BYTES = 2e9

/**
 * Where tests keep what they forget: in memory where there is room for it, so that they do not wait for a disk.
 * @returns {string}
 */
export function fastFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > NEEDED_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    // Not every system has one.
    return tmpdir()
  }
}
