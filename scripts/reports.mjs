// @ts-check
/** Reads what the test runners report: how many tests passed, and why the others did not. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts
 * @typedef {Counts & { readonly failures: readonly string[] }} Report `failures` has a line for each test that failed
 */

/** @type {Report} */
export const NO_TESTS = { passed: 0, failed: 0, skipped: 0, failures: [] }

/**
 * Reads a report of Vitest or Playwright. A runner that broke down before it wrote one has no
 * tests, but its exit code says that it failed.
 * @param {string} file
 * @returns {Report}
 */
export function readReport(file) {
  if (!existsSync(file)) return NO_TESTS
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return 'suites' in report ? ofPlaywright(report) : ofVitest(report)
}

// --- internal ---

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result
 * @typedef {{ name: string, status: string, message: string, assertionResults: Result[] }} TestFile
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: TestFile[] }} report
 * @returns {Report}
 */
function ofVitest(report) {
  const failures = report.testResults.flatMap(failuresIn)
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/** @param {TestFile} file */
function failuresIn({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  // A file that could not be loaded has no tests that could fail.
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
  return failed.map(
    ({ fullName, failureMessages: [why = ''] }) => `${file}: ${fullName}: ${firstLine(why)}`,
  )
}

/**
 * @typedef {{ message?: string, location?: { file: string, line: number } }} Failure
 * @typedef {{ status: string, results: { errors: Failure[] }[] }} BrowserTest
 * @typedef {{ file: string, title: string, tests: BrowserTest[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }} report
 * @returns {Report}
 */
function ofPlaywright({ stats, suites }) {
  const specs = suites.flatMap(specsOf)
  return {
    // A test that passes on a retry is named, because its cause must be found.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: specs.flatMap((spec) => [
      ...failuresOf(spec, 'unexpected', ''),
      ...failuresOf(spec, 'flaky', 'passed only at a second try: '),
    ]),
  }
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * @param {Spec} spec
 * @param {'unexpected' | 'flaky'} status
 * @param {string} prefix
 */
function failuresOf({ file, title, tests }, status, prefix) {
  const test = tests.find((each) => each.status === status)
  if (test === undefined) return []
  const [failure] = test.results.flatMap(({ errors }) => errors)
  return [`${prefix}${file}: ${title}: ${failure ? whereAndWhy(failure) : 'no reason is given'}`]
}

/** @param {Failure} failure */
function whereAndWhy({ message = '', location }) {
  // The first lines say what was expected. The others quote the call.
  const why = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 4).join(' ')
  return location ? `${basename(location.file)}:${location.line}: ${why}` : why
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0]
}
