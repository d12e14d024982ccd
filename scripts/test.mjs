// @ts-check
/**
 * `npm test`: all checks. Ends with a list of the steps, the names of the tests that failed, and one line
 * that counts what passed, failed and was skipped over all test runners; a step that fails without naming
 * a test counts as one failure.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { testEngines } from './engines.mjs'
import { bin, checkNode, succeeds, tell } from './setup.mjs'

/**
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts
 * @typedef {Counts & { readonly name: string, readonly isGood: boolean, readonly seconds: number }} Step
 */

/** Tests of the server that run on either database, by the environment. */
const ON_ANY_DATABASE = [
  'admin',
  'api',
  'arenas',
  'bot-api',
  'bots',
  'breaks',
  'game-letters',
  'house-bots',
  'kill',
  'lines',
  'mail',
  'online',
  'own-games',
  'people',
  'player-games',
  'push',
  'round-robins',
  'running',
  'site-pages',
  'talk',
  'tokens',
  'tournaments',
  'tournaments-pause',
  ...[
    'answers',
    'deals',
    'leaving',
    'listed-games',
    'lobby',
    'names',
    'second-writer',
    'sessions',
  ].map((name) => `hardening/${name}`),
]

/** Those of them that also run on a node that shares its database. */
const ON_SHARED_DATABASE = [
  'bots',
  'kill',
  'online',
  'own-games',
  'running',
  ...[
    'answers',
    'deals',
    'leaving',
    'listed-games',
    'lobby',
    'names',
    'second-writer',
    'sessions',
  ].map((name) => `hardening/${name}`),
]

/** A step that was left out counts as one test.
 * @type {Counts} */
const SKIPPED = { passed: 0, failed: 0, skipped: 1 }

checkNode()
const reports = mkdtempSync(join(tmpdir(), 'hokito-test-'))
const steps = await runSteps()
tellSummary(steps)
rmSync(reports, { recursive: true })
process.exitCode = steps.every(({ isGood }) => isGood) ? 0 : 1

async function runSteps() {
  const built = step('install and build', () => script('build.mjs'))
  // What could not be built cannot be tested; what is there may be of another time.
  if (!built.isGood) return [built]
  const { getChromium } = await import('./chromium.mjs')
  const services = await import('./services.mjs')
  const isPostgresThere = await services.isPostgresThere()
  const areBothThere = isPostgresThere && (await services.isRedisThere())
  return [
    built,
    step('types, lint, direction', () => script('check.mjs')),
    step('unit, property, integration', runUnitTests, () => countVitest(unitReport())),
    step(
      'the server on PostgreSQL',
      () => runPostgresTests(isPostgresThere, areBothThere),
      () => (isPostgresThere ? countVitest(postgresReport()) : SKIPPED),
    ),
    step(
      'several nodes',
      () => runNodesTests(areBothThere),
      () => (areBothThere ? countVitest(nodesReport()) : SKIPPED),
    ),
    step(
      'browser',
      () => {
        const chromium = getChromium()
        return chromium !== undefined && runBrowserTests(chromium)
      },
      countBrowserTests,
    ),
    step(
      'three browser engines',
      () => {
        const chromium = getChromium()
        return chromium !== undefined && testEngines({ chromium, report: enginesReport() })
      },
      () => countVitest(enginesReport()),
    ),
  ]
}

/**
 * @param {string} name
 * @param {() => boolean} work
 * @param {() => Counts} [count] what a test runner reported
 * @returns {Step}
 */
function step(name, work, count = () => ({ passed: 0, failed: 0, skipped: 0 })) {
  tell(`\n=== ${name}`)
  const startedAt = performance.now()
  const succeeded = work()
  const counts = count()
  const isGood = succeeded && counts.failed === 0
  return {
    name,
    isGood,
    seconds: (performance.now() - startedAt) / 1000,
    ...counts,
    failed: isGood ? 0 : Math.max(1, counts.failed),
  }
}

/** @param {string} name */
function script(name) {
  return succeeds(process.execPath, [join('scripts', name)])
}

function runUnitTests() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport()}`]
  return succeeds(bin('vitest'), ['run', ...reporters])
}

/**
 * The tests of the server that do not depend on where it keeps its games, once more; those that run on nodes which share
 * a PostgreSQL database anyway are left to them.
 * @param {boolean} isPostgresThere
 * @param {boolean} areNodesTested
 */
function runPostgresTests(isPostgresThere, areNodesTested) {
  if (!isPostgresThere) {
    tell('Skipped: there is no PostgreSQL (HOKITO_TEST_DATABASE_URL, or one on this machine).')
    return process.env.CI !== 'true'
  }
  const names = ON_ANY_DATABASE.filter(
    (name) => !areNodesTested || !ON_SHARED_DATABASE.includes(name),
  )
  return runServerTests(names, postgresReport(), { HOKITO_TEST_STORE: 'postgres' })
}

/**
 * The tests of several nodes run with all others; here those of one, on a node that has neighbours.
 * @param {boolean} areBothThere
 */
function runNodesTests(areBothThere) {
  if (!areBothThere) {
    tell(
      'Skipped: PostgreSQL or Redis is not there (HOKITO_TEST_REDIS_URL, or one on this machine).',
    )
    return process.env.CI !== 'true'
  }
  return runServerTests(ON_SHARED_DATABASE, nodesReport(), { HOKITO_TEST_STORE: 'shared' })
}

/**
 * @param {readonly string[]} names
 * @param {string} report
 * @param {Readonly<Record<string, string>>} env
 */
function runServerTests(names, report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const files = names.map((name) => `packages/server/test/${name}.test.ts`)
  return succeeds(bin('vitest'), ['run', ...reporters, ...files], {
    env: { ...process.env, ...env },
  })
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function countVitest(file) {
  const report = read(file)
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/** @param {string} chromium */
function runBrowserTests(chromium) {
  return succeeds(bin('playwright'), ['test', '--config', 'packages/web/playwright.config.ts'], {
    env: {
      ...process.env,
      CHROMIUM: chromium,
      HOKITO_PLAYWRIGHT_JSON: browserReport(),
      HOKITO_DATA: join(reports, 'data'),
    },
  })
}

/** @returns {Counts} */
function countBrowserTests() {
  const stats = read(browserReport())?.stats
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  }
}

/**
 * The tests in a browser that ended in a way: each with the line on which it failed first, and why.
 * @param {'flaky' | 'unexpected'} status
 */
function browserTests(status) {
  /**
   * @typedef {{ message?: string, location?: { file: string, line: number } }} Failure
   * @typedef {{ status: string, results: { errors: Failure[] }[] }} Test
   * @typedef {{ file: string, title: string, tests: Test[] }} Spec
   * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
   * @type {(suite: Suite) => Spec[]}
   */
  const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  /** @type {Suite[]} */
  const suites = read(browserReport())?.suites ?? []
  return suites.flatMap(specsOf).flatMap(({ file, title, tests }) => {
    const test = tests.find((each) => each.status === status)
    if (test === undefined) return []
    const [failure] = test.results.flatMap(({ errors }) => errors)
    return [`${file}: ${title}: ${failure ? whereAndWhy(failure) : 'no reason is given'}`]
  })
}

/** @param {{ message?: string, location?: { file: string, line: number } }} failure */
function whereAndWhy({ message = '', location }) {
  // The colours of a terminal; the first lines say what was expected, the others quote the call.
  const why = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 4).join(' ')
  return location ? `${basename(location.file)}:${location.line}: ${why}` : why
}

/**
 * The titles of the tests that failed in a report of Vitest's, each with the first line of why.
 * @param {string} report
 */
function failedVitest(report) {
  /**
   * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result
   * @type {{ name: string, status: string, message: string, assertionResults: Result[] }[]}
   */
  const files = read(report)?.testResults ?? []
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that could not be loaded has no tests that could fail.
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages: [why = ''] }) => `${file}: ${fullName}: ${firstLine(why)}`,
    )
  })
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0]
}

function unitReport() {
  return join(reports, 'unit.json')
}

function postgresReport() {
  return join(reports, 'postgres.json')
}

function nodesReport() {
  return join(reports, 'nodes.json')
}

function enginesReport() {
  return join(reports, 'engines.json')
}

function browserReport() {
  return join(reports, 'browser.json')
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A runner that broke down before it wrote its report has failed already.
    return undefined
  }
}

/** @param {readonly Step[]} steps */
function tellSummary(steps) {
  tell('\n=== summary')
  for (const { name, isGood, seconds } of steps) {
    tell(`${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s  ${isGood ? 'ok' : 'FAILED'}`)
  }
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const sum = (what) => steps.reduce((total, counts) => total + counts[what], 0)
  for (const title of browserTests('flaky')) tell(`passed only when it was tried again: ${title}`)
  const ofVitest = [unitReport(), postgresReport(), nodesReport(), enginesReport()]
  for (const title of [...ofVitest.flatMap(failedVitest), ...browserTests('unexpected')]) {
    tell(`failed: ${title}`)
  }
  tell(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
}
