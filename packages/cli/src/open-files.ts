import { readFileSync } from 'node:fs'

/** Files that Node opens at the same time to load the command, with some to spare. */
const LEAST_OPEN_FILES = 448

/** Files and connections that a server needs besides those of its pages. */
export const OPEN_FILES_OF_SERVER = 100

/**
 * The number of files and connections that this process may have open. Undefined if the system does
 * not say.
 */
export function openFilesAllowed(): number | undefined {
  const [, count] = /^Max open files +(\d+)/m.exec(limitsOfProcess()) ?? []
  return count === undefined ? undefined : Number(count)
}

/**
 * The message for a limit that is too low even to load the command. Undefined if it is high enough.
 */
export function tooFewOpenFiles(): string | undefined {
  const allowed = openFilesAllowed()
  if (allowed === undefined || allowed >= LEAST_OPEN_FILES) return undefined
  return `only ${allowed} open files are allowed here, and ${LEAST_OPEN_FILES} are needed: run \`ulimit -n 4096\` first`
}

// --- internal ---

/** Only Linux has this file. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
