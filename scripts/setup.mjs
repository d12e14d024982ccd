// @ts-check
/**
 * Prepares everything that must exist before anything runs: the right Node, the packages, the
 * builds. It skips a step if nothing has changed since it was last done, so that another start
 * takes no time. It imports only Node's own modules, because it runs before anything is installed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { ROOT, tell } from './commands.mjs'
import { fetchPackages, getDriver } from './install.mjs'
import { buildParts } from './parts.mjs'
import { createProgress } from './progress.mjs'
import { STAMPS } from './stamps.mjs'

export { bin, ROOT, succeeds, tell } from './commands.mjs'

/** Exits with a sentence if this Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0] = OLDEST_NODE
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return
  process.stderr.write(
    `Hokito needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}

/**
 * Installs and builds everything that is missing or has changed. Ends the process if that fails.
 * @param {import('./install.mjs').Wanted} [wanted]
 */
export async function setUp(wanted = 'everything') {
  checkNode()
  if (!existsSync(join(ROOT, 'node_modules'))) tell(FIRST_TIME)
  // Child processes end with this process.
  for (const signal of SIGNALS) process.on(signal, exit)
  const isGood = await alone(LOCK, () => setUpAlone(wanted))
  for (const signal of SIGNALS) process.off(signal, exit)
  if (!isGood) process.exit(1)
}

// --- internal ---

const FIRST_TIME = 'Setting up takes a minute or two this first time, and seconds after that.'
const OLDEST_NODE = [20, 19]
const LOCK = join(STAMPS, 'busy')
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

function exit() {
  process.exit(1)
}

/** @param {import('./install.mjs').Wanted} wanted */
async function setUpAlone(wanted) {
  const progress = createProgress(tell)
  if (!(await fetchPackages(wanted, progress))) return false
  // Compiling the driver takes as long as everything else.
  const ended = await Promise.all([getDriver(progress), buildParts(wanted, progress)])
  return ended.every((isGood) => isGood)
}
