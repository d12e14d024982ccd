// @ts-check
/** Installs the packages, and prepares the database driver among them. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ROOT, runBeside } from './commands.mjs'
import { hashOf, readStamp, STAMPS, writeStamp } from './stamps.mjs'
import { installPackages, isOnPath } from './system.mjs'

/**
 * The packages to install: those that build and serve the site, or also those that test and check
 * it.
 * @typedef {'serving' | 'everything'} Wanted
 */

/**
 * Installs the packages if they are missing or differ from package-lock.json. It does not compile
 * any; {@link getDriver} does. It does not use `npm ci`, which deletes everything first
 * (docs/decisions.md).
 * @param {Wanted} wanted
 * @param {import('./progress.mjs').Progress} progress
 */
export async function fetchPackages(wanted, progress) {
  const [had, hash] = readStamp(FETCHED)?.split(' ') ?? []
  // A checkout that has run tests keeps the packages for them.
  const kind = had === 'everything' ? had : wanted
  const now = hashOf([readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), ...SYSTEM])
  if (had === kind && hash === now) return true
  if (had !== undefined && hash === undefined) removePackages()
  // The stamp gets its hash only when all packages are complete. After an interruption, npm takes
  // half-written packages for complete ones.
  writeStamp(FETCHED, kind)
  const isGood = await progress.during(FETCHING[kind], () => npm(argumentsFor(kind), NOT_FETCHED))
  if (isGood) writeStamp(FETCHED, `${kind} ${now}`)
  return isGood
}

/**
 * Gets the database driver's binary, downloaded or compiled, if it is missing or made for another
 * Node.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function getDriver(progress) {
  if (!existsSync(join(ROOT, 'node_modules', DRIVER))) return failure(NO_DRIVER)
  // The newer version of the driver has binaries in its package.
  if (DRIVER !== COMPILED) return true
  const now = hashOf(SYSTEM)
  if (existsSync(BINARY) && readStamp(DRIVER) === now) return true
  const isGood = (await hasDriver()) || (await progress.during(COMPILING, compileDriver))
  if (isGood) writeStamp(DRIVER, now)
  return isGood
}

// --- internal ---

const FETCHED = 'fetched'
/** Packages and binaries depend on these. */
const SYSTEM = [process.versions.modules, process.platform, process.arch]

/** @type {Readonly<Record<Wanted, import('./progress.mjs').Part>>} */
const FETCHING = {
  serving: { name: 'packages', verb: 'fetching', usualSeconds: 30 },
  everything: { name: 'packages', verb: 'fetching, with those for tests', usualSeconds: 45 },
}

function removePackages() {
  const folder = dirname(STAMPS)
  for (const name of readdirSync(folder)) {
    if (name !== basename(STAMPS)) rmSync(join(folder, name), { recursive: true })
  }
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    rmSync(join(ROOT, 'packages', name, 'node_modules'), { recursive: true, force: true })
  }
}

/** @param {Wanted} wanted */
function argumentsFor(wanted) {
  const quiet = ['--no-save', '--no-fund', '--no-audit', '--loglevel=error', '--ignore-scripts']
  // The packages of tests and checks are in the root's own list, which `--workspaces` leaves out.
  return ['install', ...quiet, ...(wanted === 'serving' ? ['--workspaces'] : [])]
}

const COMPILED = 'better-sqlite3'
/** The same choice as in packages/server/src/store/sqlite.ts. */
const DRIVER = Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : COMPILED
const BINARY = join(ROOT, 'node_modules', COMPILED, 'build', 'Release', 'better_sqlite3.node')
const COMPILING = { name: 'database driver', verb: 'downloading or compiling', usualSeconds: 60 }

/** Is there a working driver, as after `npm ci`? */
async function hasDriver() {
  if (!existsSync(BINARY)) return false
  const program = `require('${COMPILED}')(':memory:')`
  return (await runBeside(process.execPath, ['--eval', program])).isGood
}

async function compileDriver() {
  // The usual reason for a failure: no binary can be downloaded, and there is no compiler.
  const missing = COMPILER.filter(({ programs }) => !programs.every(isOnPath))
  if (missing.length === 0) return npm(REBUILD, NOT_COMPILED)
  const { isGood } = await runBeside('npm', REBUILD, { env: npmEnvironment() })
  if (isGood) return true
  process.stdout.write('The database driver has to be compiled, and this system has no compiler.\n')
  const why = installPackages(missing.map(({ name }) => name))
  if (why !== undefined) {
    return failure(`${COMPILER_ADVICE}Installing it was tried, and failed: ${why}`)
  }
  return npm(REBUILD, NOT_COMPILED)
}

const REBUILD = ['rebuild', COMPILED, '--loglevel=error', '--foreground-scripts']

const COMPILER = [
  { name: 'build-essential', programs: ['g++', 'make'] },
  { name: 'python3', programs: ['python3'] },
]

const COMPILER_ADVICE = `The database driver could not be installed: it has to be compiled here, which needs a C++
compiler, make and Python 3. On Debian and Ubuntu: sudo apt-get install build-essential python3
`
const NOT_FETCHED = 'The packages could not be fetched. This is what npm says:'
const NOT_COMPILED = `The database driver could not be installed: there is no ready binary of it to be had for this system and
Node ${process.versions.node}, and compiling it failed. This is what npm says:`
const NO_DRIVER = `The database driver could not be installed: npm has left out ${DRIVER}, which does not run on this
system with Node ${process.versions.node}.`

/**
 * Runs npm, and shows its output if it fails.
 * @param {readonly string[]} args
 * @param {string} reason
 */
async function npm(args, reason) {
  const { isGood, output } = await runBeside('npm', args, { env: npmEnvironment() })
  return isGood || failure(`${reason}\n\n${output}`)
}

/**
 * @param {string} why
 * @returns {false}
 */
function failure(why) {
  process.stderr.write(`\n${why}\n`)
  return false
}

/** The environment for npm on this machine. Existing settings take precedence. */
function npmEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const settings = { JOBS: 'max', ...process.env }
  // Headers that came with Node, so that the compiler need not fetch them.
  const prefix = dirname(dirname(process.execPath))
  if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) {
    settings.npm_config_nodedir ??= prefix
  }
  if (!isWritable(homedir())) {
    settings.npm_config_cache ??= join(STAMPS, 'npm-cache')
    settings.npm_config_devdir ??= join(STAMPS, 'node-headers')
  }
  return settings
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // The folder is missing or forbidden. In either case it cannot be written.
    return false
  }
}
