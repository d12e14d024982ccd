// @ts-check
/** Tests the main paths through the site in three browser engines. */
import { bin, succeeds } from './setup.mjs'

/**
 * Runs the tests. An engine that this machine lacks is skipped, or fails if `CI` is true.
 * @param {{ readonly chromium: string, readonly report?: string }} options `report` is a file for
 *   the counts
 */
export function testEngines({ chromium, report }) {
  const reporters =
    report === undefined
      ? ['--reporter=verbose']
      : ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`]
  return succeeds(
    bin('vitest'),
    ['run', '--config', 'packages/web/vitest.engines.config.ts', ...reporters],
    { env: { ...process.env, CHROMIUM: chromium } },
  )
}
