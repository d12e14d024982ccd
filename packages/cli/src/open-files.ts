import { readFileSync } from 'node:fs'

/** What the command needs to load its parts, which Node opens all at once, with some to spare. */
const LEAST_OPEN_FILES = 448

/** How many files and connections a server needs beside those of the pages. */
export const OPEN_FILES_OF_SERVER = 100

/** How many files and connections this process may have open; undefined where the system does not say. */
export function openFilesAllowed(): number | undefined {
  const [, count] = /^Max open files +(\d+)/m.exec(limitsOfProcess()) ?? []
  return count === undefined ? undefined : Number(count)
}

/** What to say where the command cannot even be loaded; undefined where it can. */
export function tooFewOpenFiles(): string | undefined {
  const allowed = openFilesAllowed()
  if (allowed === undefined || allowed >= LEAST_OPEN_FILES) return undefined
  return `only ${allowed} open files are allowed here, and ${LEAST_OPEN_FILES} are needed: run \`ulimit -n 4096\` first`
}

// --- internal ---

/** Linux alone has this file. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
