// @ts-check
/**
 * `npm test`: all checks. Ends with one line that counts what passed, failed and was skipped over all
 * test runners.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNode, install, ROOT, run, tell } from './setup.mjs'

checkNode()
install()
run(process.execPath, ['scripts/check.mjs'])

const { findChromium } = await import('./chromium.mjs')
const reports = mkdtempSync(join(tmpdir(), 'hokito-test-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

tell('\nUnit, property and integration tests…')
const unit = step('npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
])
tell('\nBrowser tests…')
const browser = step(
  'npx',
  ['playwright', 'test', '--config', 'packages/web/playwright.config.ts'],
  {
    CHROMIUM: findChromium(),
    HOKITO_PLAYWRIGHT_JSON: browserReport,
  },
)

const counts = { passed: 0, failed: 0, skipped: 0 }
const unitCounts = read(unitReport)
counts.passed += unitCounts?.numPassedTests ?? 0
counts.failed += unitCounts?.numFailedTests ?? 1
counts.skipped += unitCounts?.numPendingTests ?? 0
const { stats } = read(browserReport) ?? {}
counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
counts.failed += stats?.unexpected ?? 1
counts.skipped += stats?.skipped ?? 0
rmSync(reports, { recursive: true })

tell('')
tell(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = unit && browser && counts.failed === 0 ? 0 : 1

/**
 * Runs one test runner; a failure does not keep the others from running.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function step(command, args, env) {
  return (
    spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
      .status === 0
  )
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A runner that broke down before it wrote its report counts as one failure.
    return undefined
  }
}
