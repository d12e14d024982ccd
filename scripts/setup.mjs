// @ts-check
/**
 * What has to be there before anything runs: the right Node, the dependencies, the builds. Each step is
 * skipped when nothing has changed since it was last done, so that starting again takes no time.
 * No imports but Node's own: this runs before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './alone.mjs'
import { installPackages, isOnPath } from './system.mjs'

/** The checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const OLDEST_NODE = [20, 19]
const STAMPS = join(ROOT, 'node_modules', '.hokito')
const LOCK = join(STAMPS, 'busy')

/** Ends with a sentence when this Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0] = OLDEST_NODE
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return
  process.stderr.write(
    `Hokito needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}

/** Installs the dependencies if they are missing or others than package-lock.json asks for. */
export function install() {
  alone(LOCK, installAlone)
}

/** Builds packages and site if a source has changed since they were built. */
export function build() {
  alone(LOCK, buildAlone)
}

/**
 * The path of an installed tool. Calling it by its path saves the half second that npx takes to find it.
 * @param {string} name
 */
export function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}

/**
 * Runs a command in the checkout with its output shown, and says whether it succeeded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function succeeds(command, args, options) {
  // Windows starts npm and the tools in .bin through its shell only.
  const shell = process.platform === 'win32'
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell,
    ...options,
  })
  if (status === 0) return true
  const why = error === undefined ? '' : `: ${error.message}`
  process.stderr.write(`\n${basename(command)} ${args.join(' ')} failed${why}\n`)
  return false
}

/**
 * Like {@link succeeds}, but ends the process where the command fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options) {
  if (!succeeds(command, args, options)) process.exit(1)
}

/** @param {string} text */
export function tell(text) {
  process.stdout.write(`${text}\n`)
}

// --- internal ---

/** What a build leaves behind; if one of these is gone, it is built again. */
const BUILT = [
  'packages/cli/dist/main.js',
  'packages/web/dist/index.html',
  'packages/web/dist/embed.html',
]

function installAlone() {
  const wanted = hashOf([
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
    process.versions.modules,
    process.platform,
    process.arch,
  ])
  if (readStamp('installed') === wanted) return
  tell('Installing what is missing…')
  const failed = installOnce()
  if (failed !== undefined) {
    // The usual reason: the database driver is compiled where no ready one can be downloaded.
    const missing = COMPILER.filter(({ programs }) => !programs.every(isOnPath))
    if (missing.length === 0) endWithout(failed)
    tell('Something had to be compiled, and this system has no compiler.')
    const failure = installPackages(missing.map(({ name }) => name))
    if (failure !== undefined) {
      process.stderr.write(`${COMPILER_ADVICE}Installing it was tried, and failed: ${failure}\n`)
      process.exit(1)
    }
    const stillFailed = installOnce()
    if (stillFailed !== undefined) endWithout(stillFailed)
  }
  writeStamp('installed', wanted)
}

function buildAlone() {
  const sources = hashOf(sourceFiles().map((file) => fingerprint(file)))
  const isBuilt = BUILT.every((path) => existsSync(join(ROOT, path)))
  if (isBuilt && readStamp('built') === sources) return
  tell('Building…')
  for (const target of ['alone', 'shared']) {
    run(bin('asc'), ['--config', 'asconfig.json', '--target', target], { cwd: ENGINE })
  }
  run(bin('tsc'), ['-b'])
  run(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: join(ROOT, 'packages', 'web') })
  writeStamp('built', sources)
}

/** Not `npm ci`, which deletes everything first (docs/decisions.md). */
function npmInstall() {
  const options = ['--no-save', '--no-fund', '--no-audit', '--loglevel=error']
  return succeeds('npm', ['install', ...options], { env: { ...process.env, ...npmSettings() } })
}

/** As packages/server/src/store/sqlite.ts chooses. */
const DRIVER = Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3'

/** Is the database driver there? It is optional to npm, which leaves out without a word what cannot be built. */
function hasDriver() {
  return existsSync(join(ROOT, 'node_modules', DRIVER))
}

/**
 * Gives what is not there afterwards.
 * @returns {'packages' | 'driver' | undefined}
 */
function installOnce() {
  if (!npmInstall()) return 'packages'
  return hasDriver() ? undefined : 'driver'
}

/**
 * Says what npm leaves out without a word; where npm has failed itself, it has said so.
 * @param {'packages' | 'driver'} failed
 * @returns {never}
 */
function endWithout(failed) {
  if (failed === 'driver') {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'packages', 'server', 'package.json'), 'utf8'),
    )
    const wanted = optionalDependencies[DRIVER]
      .replace(/^npm:/, '')
      .replace(/^[\^~\d]/, `${DRIVER}@$&`)
    process.stderr.write(`The database driver could not be installed: there is no ready binary of it to be had for this system and
Node ${process.versions.node}, and compiling it failed. This shows why:
npm install --no-save --foreground-scripts '${wanted}'
`)
  }
  process.exit(1)
}

/** What npm has to be told on this machine; its own settings come first. */
function npmSettings() {
  /** @type {Record<string, string>} */
  const settings = {}
  // Headers that came with Node, so that the compiler need not fetch them.
  const prefix = dirname(dirname(process.execPath))
  if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) {
    settings.npm_config_nodedir = process.env.npm_config_nodedir ?? prefix
  }
  if (!isWritable(homedir())) {
    settings.npm_config_cache = process.env.npm_config_cache ?? join(STAMPS, 'npm-cache')
    settings.npm_config_devdir = join(STAMPS, 'node-headers')
  }
  return settings
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // Missing or forbidden: either way nothing can be written there.
    return false
  }
}

const COMPILER = [
  { name: 'build-essential', programs: ['g++', 'make'] },
  { name: 'python3', programs: ['python3'] },
]

const COMPILER_ADVICE = `The dependencies could not be installed: one of them has to be compiled here, which needs a C++
compiler, make and Python 3. On Debian and Ubuntu: sudo apt-get install build-essential python3
`

const ENGINE = join(ROOT, 'packages', 'engine')

const SOURCE_ROOTS = ['packages', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']
const NOT_SOURCES = new Set(['dist', 'node_modules', 'test', 'README.md'])

function sourceFiles() {
  /** @type {string[]} */
  const files = []
  /** @param {string} path */
  const walk = (path) => {
    if (!statSync(path).isDirectory()) {
      if (!/\.test\.tsx?$|\.tsbuildinfo$/.test(path)) files.push(path)
      return
    }
    for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.has(name)) walk(join(path, name))
  }
  for (const root of SOURCE_ROOTS) walk(join(ROOT, root))
  return files
}

/** @param {string} file */
function fingerprint(file) {
  const { size, mtimeMs } = statSync(file)
  return `${file}:${size}:${mtimeMs}`
}

/** @param {readonly string[]} parts */
function hashOf(parts) {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** @param {string} name */
function readStamp(name) {
  const file = join(STAMPS, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * @param {string} name
 * @param {string} value
 */
function writeStamp(name, value) {
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(join(STAMPS, name), value)
}
