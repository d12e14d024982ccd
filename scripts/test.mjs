// @ts-check
/**
 * `npm test`: all checks. `npm test -- --changed` runs those affected by changes since the last
 * commit, and `npm test -- --changed main` since another one. The output ends with the seconds of
 * each step, the failed tests, and one line that counts what passed, failed and was skipped in all
 * test runners. A step that fails without naming a test counts as one failure.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  fastFolder,
  HAS_POSTGRES,
  startPostgres,
} from '../packages/server/test/helpers/own-postgres.mjs'
import { changedFiles, testsTouchedBy } from './changed.mjs'
import { NO_TESTS, readReport } from './reports.mjs'
import { bin, checkNode, ROOT, tell } from './setup.mjs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string>>} [env]
 * @property {string} [lacks] what this machine would need for it
 *
 * @typedef {import('./reports.mjs').Report & { readonly name: string, readonly isGood: boolean, readonly seconds: number }} Done
 */

/** The limit for all tests on two cores. A change that exceeds it must save time elsewhere. */
const MOST_MINUTES = 12

checkNode()
const commit = changedSince(process.argv.slice(2))
// The tests' servers sync each move to disk, which costs no time in memory.
const reports = mkdtempSync(join(fastFolder(), 'hokito-test-'))
// PostgreSQL, which never runs as root, has a folder in this one.
chmodSync(reports, 0o755)
const startedAt = performance.now()
const done = await runAll()
tellSummary(done)
rmSync(reports, { recursive: true })
process.exitCode = done.every(({ isGood }) => isGood) ? 0 : 1

/**
 * The commit that `--changed` compares with. Undefined if everything is to be tested.
 * @param {readonly string[]} words
 */
function changedSince([option, commit = 'HEAD', ...more]) {
  if (option === undefined) return undefined
  if (option === '--changed' && more.length === 0) return commit
  process.stderr.write('Usage: npm test [-- --changed [commit]]\n')
  process.exit(2)
}

/** @returns {Promise<readonly Done[]>} */
async function runAll() {
  const built = await run({ name: 'build', ...script('build') })
  // If the build fails, tests would run on old files.
  if (!built.isGood) return [built]
  const services = await startServices()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => services.stop().finally(() => process.exit(1)))
  }
  try {
    const stages =
      commit === undefined ? await allStages(services) : await changedStages(commit, services)
    /** @type {Done[]} */
    const done = [built]
    for (const steps of stages) done.push(...(await Promise.all(steps.map(run))))
    return done
  } finally {
    await services.stop()
  }
}

/**
 * All steps. The steps of a stage run in parallel, so that one uses the cores while another waits.
 * The many tests in Chromium run alone.
 * @param {Services} services
 * @returns {Promise<readonly (readonly Step[])[]>}
 */
async function allStages({ env, lacks }) {
  const onSqlite = ['--project=unit', '--project=server']
  const onPostgres = ['--project=postgres', '--project=shared']
  const tests =
    lacks === undefined
      ? [{ ...vitest('tests', [...onSqlite, ...onPostgres]), env }]
      : [
          { ...vitest('tests', onSqlite), env },
          { ...vitest('databases', onPostgres), lacks },
        ]
  return [
    [...tests, { name: 'check', ...script('check') }, await engines()],
    [await playwright([])],
  ]
}

/**
 * The steps that a change affects.
 * @param {string} since a commit
 * @param {Services} services
 * @returns {Promise<readonly (readonly Step[])[]>}
 */
async function changedStages(since, { env }) {
  const { unit, server, browser } = testsTouchedBy(changedFiles(since))
  const files = [...unit, ...server]
  const projects = ['--project=unit', ...(server.length > 0 ? ['--project=server'] : [])]
  return [
    [
      { name: 'check', ...script('check') },
      ...(files.length > 0 ? [{ ...vitest('tests', [...projects, ...files]), env }] : []),
    ],
    browser.length > 0 ? [await playwright(browser)] : [],
  ]
}

/**
 * PostgreSQL and Redis as named by the environment. Otherwise a PostgreSQL of the tests' own if its
 * programs are installed, and the Redis that runs on this machine.
 * @typedef {{ readonly env: Readonly<Record<string, string>>, readonly lacks: string | undefined, readonly stop: () => Promise<void> }} Services
 * @returns {Promise<Services>}
 */
async function startServices() {
  const isOwn = HAS_POSTGRES && process.env.HOKITO_TEST_DATABASE_URL === undefined
  const own = isOwn ? await startPostgres({ isDurable: false }) : undefined
  const env = own === undefined ? {} : { HOKITO_TEST_DATABASE_URL: own.url }
  const { isPostgresThere, isRedisThere } = await import(
    '../packages/server/test/helpers/services.mjs'
  )
  const hasPostgres = own !== undefined || (await isPostgresThere())
  const lacks = !hasPostgres
    ? 'PostgreSQL (HOKITO_TEST_DATABASE_URL, or one on this machine)'
    : (await isRedisThere())
      ? undefined
      : 'Redis (HOKITO_TEST_REDIS_URL, or one on this machine)'
  return { env, lacks, stop: async () => own?.remove() }
}

/** @param {string} name */
function script(name) {
  return { command: process.execPath, args: [join('scripts', `${name}.mjs`)] }
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Step}
 */
function vitest(name, args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`]
  return { name, command: bin('vitest'), args: ['run', ...reporters, ...args] }
}

/**
 * @param {readonly string[]} files
 * @returns {Promise<Step>}
 */
async function playwright(files) {
  const args = ['test', '--config', 'packages/web/playwright.config.ts', ...files]
  const env = { HOKITO_PLAYWRIGHT_JSON: reportOf('browser'), HOKITO_DATA: join(reports, 'data') }
  return withChromium({ name: 'browser', command: bin('playwright'), args, env })
}

/** @returns {Promise<Step>} */
async function engines() {
  return withChromium(vitest('engines', ['--config', 'packages/web/vitest.engines.config.ts']))
}

/**
 * @param {Step} step
 * @returns {Promise<Step>}
 */
async function withChromium(step) {
  const { getChromium } = await import('./chromium.mjs')
  const chromium = getChromium()
  return chromium === undefined
    ? { ...step, lacks: 'a Chromium' }
    : { ...step, env: { ...step.env, CHROMIUM: chromium } }
}

/**
 * Runs a step, with its name before each line of its output.
 * @param {Step} step
 * @returns {Promise<Done>}
 */
async function run({ name, command, args, env, lacks }) {
  if (lacks !== undefined) return leaveOut(name, lacks)
  const begun = performance.now()
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: reports, HOKITO_TEST_BUILT: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Windows starts the tools in .bin only through its shell.
    shell: process.platform === 'win32',
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => tell(`${name.padEnd(8)} | ${line}`))
  }
  const [code] = await once(child, 'close')
  const report = readReport(reportOf(name))
  const isGood = code === 0 && report.failed === 0
  return {
    ...report,
    name,
    isGood,
    seconds: (performance.now() - begun) / 1000,
    failed: isGood ? 0 : Math.max(1, report.failed),
  }
}

/**
 * A skipped step counts as one test.
 * @param {string} name
 * @param {string} lacks
 * @returns {Done}
 */
function leaveOut(name, lacks) {
  const isGood = process.env.CI !== 'true'
  tell(`${name} | left out: there is no ${lacks}.`)
  return {
    ...NO_TESTS,
    name,
    isGood,
    seconds: 0,
    ...(isGood ? { skipped: 1 } : { failed: 1 }),
  }
}

/** @param {string} step */
function reportOf(step) {
  return join(reports, `${step.replaceAll(' ', '-')}.json`)
}

/** @param {readonly Done[]} steps */
function tellSummary(steps) {
  tell('\n=== summary')
  for (const { name, isGood, seconds } of steps) {
    tell(`${name.padEnd(24)} ${seconds.toFixed(0).padStart(5)} s  ${isGood ? 'ok' : 'FAILED'}`)
  }
  const minutes = (performance.now() - startedAt) / 60_000
  tell(`${'in all'.padEnd(24)} ${(minutes * 60).toFixed(0).padStart(5)} s`)
  if (minutes > MOST_MINUTES) {
    tell(
      `Warning: this took ${minutes.toFixed(1)} minutes. On two idle cores ${MOST_MINUTES} are the most it should take.`,
    )
  }
  for (const failure of steps.flatMap(({ failures }) => failures)) tell(`failed: ${failure}`)
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const sum = (what) => steps.reduce((total, counts) => total + counts[what], 0)
  tell(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
}
