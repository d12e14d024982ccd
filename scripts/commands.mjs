// @ts-check
/**
 * Runs commands in the checkout. It imports only Node's own modules, because it runs before
 * anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * How a command ended, and the end of its output.
 * @typedef {{ readonly isGood: boolean, readonly output: string }} Ended
 */

/**
 * The path of an installed tool. Running it by its path saves the half second in which npx finds
 * it.
 * @param {string} name
 */
export function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}

/**
 * Runs a command in the checkout with its output shown. Returns whether it succeeded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function succeeds(command, args, options) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: NEEDS_SHELL,
    ...options,
  })
  if (status === 0) return true
  const why = error === undefined ? '' : `: ${error.message}`
  process.stderr.write(`\n${basename(command)} ${args.join(' ')} failed${why}\n`)
  return false
}

/**
 * Runs a command in the checkout in parallel to others and captures its output. It ends with this
 * process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<Ended>}
 */
export function runBeside(command, args, options) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: NEEDS_SHELL,
    // A process group of its own, so that everything the command has started ends with it.
    detached: HAS_GROUPS,
    ...options,
  })
  running.add(child)
  if (running.size === 1) process.on('exit', stopRunning)
  let output = ''
  const keep = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk).slice(-MOST_OUTPUT)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return new Promise((resolve) => {
    /** @param {boolean} isGood */
    const end = (isGood) => {
      running.delete(child)
      if (running.size === 0) process.off('exit', stopRunning)
      resolve({ isGood, output: output.trim() })
    }
    child.on('error', ({ message }) => {
      output = `${basename(command)} could not be started: ${message}`
      end(false)
    })
    child.on('close', (status) => end(status === 0))
  })
}

/** @param {string} text */
export function tell(text) {
  process.stdout.write(`${text}\n`)
}

// --- internal ---

/** Windows starts npm and the tools in .bin only through its shell. */
const NEEDS_SHELL = process.platform === 'win32'
const HAS_GROUPS = process.platform !== 'win32'
/** In characters. A compiler that fails says why at the end. */
const MOST_OUTPUT = 20_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

function stopRunning() {
  for (const child of running) {
    if (!HAS_GROUPS || child.pid === undefined) child.kill()
    else stopGroup(child.pid)
  }
}

/** @param {number} leader */
function stopGroup(leader) {
  try {
    process.kill(-leader)
  } catch {
    // All processes of the group have just ended.
  }
}
