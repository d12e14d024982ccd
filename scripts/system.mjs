// @ts-check
/**
 * Checks for programs of the system, and installs them with its package manager, as root or by
 * sudo.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The result of one attempt: undefined if it worked, otherwise why it did not.
 * @typedef {string | undefined} Failure
 */

/**
 * Is a program of this name on the PATH?
 * @param {string} name
 */
export function isOnPath(name) {
  return foldersOnPath().some((folder) => existsSync(join(folder, name)))
}

export function foldersOnPath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

/**
 * Installs Debian or Ubuntu packages, with the package manager's output shown.
 * @param {readonly string[]} packages
 * @returns {Failure}
 */
export function installPackages(packages) {
  if (!isOnPath('apt-get')) return 'this system has no apt-get'
  const prefix = rootPrefix()
  if (prefix === undefined) return 'it needs root, and there is no sudo'
  process.stdout.write(`Installing ${packages.join(' ')} with apt-get…\n`)
  // An outdated list of packages may name versions that no longer exist.
  const updated = runShown([...prefix, 'apt-get', 'update', '-qq'])
  const options = ['-y', '-qq', '--no-install-recommends']
  const installed = runShown([...prefix, 'apt-get', 'install', ...options, ...packages])
  if (installed === undefined) return undefined
  return updated === undefined ? installed : `${updated}; ${installed}`
}

// --- internal ---

/** The beginning of a command that runs as root. Undefined if that is not possible. */
function rootPrefix() {
  const noQuestions = ['env', 'DEBIAN_FRONTEND=noninteractive']
  if (process.getuid?.() === 0) return noQuestions
  if (!isOnPath('sudo')) return undefined
  // Without a terminal no one could type a password.
  return [...(process.stdin.isTTY ? ['sudo'] : ['sudo', '-n']), ...noQuestions]
}

/**
 * @param {readonly string[]} command
 * @returns {Failure}
 */
function runShown([program = '', ...args]) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (status === 0) return undefined
  return error?.message ?? `${[program, ...args].join(' ')} ended with code ${status}`
}
