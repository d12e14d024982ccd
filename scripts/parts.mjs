// @ts-check
/** The parts to build, and the sources of each. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ROOT, runBeside } from './commands.mjs'
import { hashOf, hashOfSources, readStamp, writeStamp } from './stamps.mjs'

/**
 * Builds each part whose sources have changed since its last build. If a build is only for serving,
 * it skips the type check, which takes longer than compiling.
 * @param {import('./install.mjs').Wanted} wanted
 * @param {import('./progress.mjs').Progress} progress
 */
export async function buildParts(wanted, progress) {
  const packages = wanted === 'serving' && !isBuilt(PACKAGES) ? UNCHECKED : PACKAGES
  const made = await Promise.all([built(HOT_CODE, progress), built(packages, progress)])
  return made.every((isGood) => isGood) && built(SITE, progress)
}

// --- internal ---

/**
 * @typedef {import('./progress.mjs').Part & {
 *   readonly stamp: string,
 *   readonly sources: readonly string[],
 *   readonly results: readonly string[],
 *   readonly commands: readonly Command[],
 * }} BuiltPart if one of the results is gone, it is built again; the commands run beside each other
 * @typedef {readonly [tool: string, args: readonly string[], folder?: string]} Command
 */

const ENGINE = 'packages/engine'
const TYPESCRIPT = ['rules', 'engine', 'protocol', 'picture', 'client', 'server', 'cli']
const ON_SITE = ['rules', 'engine', 'protocol', 'picture']

/** @type {BuiltPart} */
const HOT_CODE = {
  name: 'engine',
  stamp: 'hot-code',
  verb: 'compiling to WebAssembly',
  usualSeconds: 15,
  sources: [`${ENGINE}/src/hot`, `${ENGINE}/asconfig.json`],
  results: [`${ENGINE}/dist/hot/hokito.wasm`, `${ENGINE}/dist/hot/hokito-shared.wasm`],
  commands: ['alone', 'shared'].map((target) => [
    'asc',
    ['--config', 'asconfig.json', '--target', target],
    ENGINE,
  ]),
}

/** @type {BuiltPart} */
const PACKAGES = {
  name: 'rules, server and command line',
  stamp: 'packages',
  verb: 'compiling',
  usualSeconds: 15,
  sources: [...TYPESCRIPT.map((name) => `packages/${name}`), 'tsconfig.base.json', 'tsconfig.json'],
  results: TYPESCRIPT.map(
    (name) => `packages/${name}/dist/${name === 'cli' ? 'main' : 'index'}.js`,
  ),
  commands: [['tsc', ['-b']]],
}

/** @type {BuiltPart} */
const UNCHECKED = {
  ...PACKAGES,
  commands: [['tsc', ['-b', '--noCheck']]],
}

/** @type {BuiltPart} */
const SITE = {
  name: 'site',
  stamp: 'site',
  verb: 'building',
  usualSeconds: 30,
  sources: [...ON_SITE.map((name) => `packages/${name}`), 'packages/web', 'tsconfig.base.json'],
  results: ['index.html', 'embed.html', 'site.json'].map((name) => `packages/web/dist/${name}`),
  commands: [['vite', ['build', '--logLevel', 'warn'], 'packages/web']],
}

/**
 * @param {BuiltPart} part
 * @param {import('./progress.mjs').Progress} progress
 */
async function built(part, progress) {
  if (isBuilt(part)) return true
  const now = stateOf(part)
  const isGood = await progress.during(part, async () => {
    const ended = await Promise.all(part.commands.map(shown))
    return ended.every((isGood) => isGood)
  })
  if (isGood) writeStamp(part.stamp, now)
  return isGood
}

/** @param {BuiltPart} part */
function isBuilt(part) {
  const isThere = part.results.every((path) => existsSync(join(ROOT, path)))
  return isThere && readStamp(part.stamp) === stateOf(part)
}

/** @param {BuiltPart} part */
function stateOf({ sources, commands }) {
  return hashOf([hashOfSources([...sources, 'package-lock.json']), JSON.stringify(commands)])
}

/**
 * Runs a command and shows its output. These commands only write errors.
 * @param {Command} command
 */
async function shown([tool, args, folder = '.']) {
  const { isGood, output } = await runBeside(bin(tool), args, { cwd: join(ROOT, folder) })
  if (output !== '') process.stderr.write(`${output}\n`)
  if (!isGood) process.stderr.write(`\n${tool} ${args.join(' ')} failed\n`)
  return isGood
}
