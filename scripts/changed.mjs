// @ts-check
/**
 * Finds the tests that a change affects: `npm test -- --changed`, for the time between two commits.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './setup.mjs'

/**
 * Paths that the test runners take as filters. The groups are the steps of `npm test`.
 * @typedef {{ readonly unit: readonly string[], readonly server: readonly string[], readonly browser: readonly string[] }} Touched
 */

const SERVER_TESTS = 'packages/server/test'
const BROWSER_TESTS = 'packages/web/test/browser'

/** Nearly every part of the server or the site is involved in these. */
const ALWAYS = ['online', 'server', 'pages', 'whole-game']

/** Words that do not tell what a file is about. */
const COMMON = new Set('index model models components server store test ts tsx'.split(' '))

/**
 * Files of the working tree that differ from a commit.
 * @param {string} commit
 * @returns {string[]}
 */
export function changedFiles(commit) {
  return [
    ...git('diff', '--name-only', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/**
 * A changed package runs all its unit tests. The tests of whole servers and those in a browser take
 * minutes, so only some of them run: the changed ones, and those whose name shares a word with a
 * changed file (`server/src/notify/mail/letters.ts` runs `mail.test.ts` and
 * `game-letters.test.ts`).
 * @param {readonly string[]} files
 * @returns {Touched}
 */
export function testsTouchedBy(files) {
  const folders = files.map((file) => /^(packages\/\w+|scripts|bench)\//.exec(file)?.[0])
  return {
    unit: [...new Set(folders.filter((folder) => folder !== undefined))].map((folder) =>
      // The tests in the package's other folder start servers. They are chosen below.
      folder === 'packages/server/' ? `${folder}src/` : folder,
    ),
    server: testsAbout(
      files.filter((file) => file.startsWith('packages/server/')),
      SERVER_TESTS,
    ),
    browser: testsAbout(
      files.filter((file) => file.startsWith('packages/web/')),
      BROWSER_TESTS,
    ),
  }
}

// --- internal ---

/** @param {readonly string[]} args */
function git(...args) {
  const text = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return text.split('\n').filter((line) => line !== '')
}

/**
 * @param {readonly string[]} files
 * @param {string} folder
 */
function testsAbout(files, folder) {
  if (files.length === 0) return []
  const words = new Set(files.flatMap((file) => wordsOf(file.split('/').slice(3).join('/'))))
  const tests = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return tests
    .filter((test) => test.endsWith('.test.ts'))
    .filter(
      (test) =>
        ALWAYS.includes(basename(test, '.test.ts')) ||
        wordsOf(test).some((word) => words.has(word)),
    )
    .map((test) => `${folder}/${test}`)
    .sort()
}

/** @param {string} path */
function wordsOf(path) {
  const words = path.split(/[^a-z]+/i).map((word) => word.toLowerCase().replace(/s$/, ''))
  return words.filter((word) => word.length > 2 && !COMMON.has(word))
}
