import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

/** Set where the tests run, once the server has said on which free port it listens. */
const { SITE_PORT: port = '' } = process.env

/** Emptied before each run, with all that is in it. */
const OUTPUT = fileURLToPath(new URL('../../test-results/', import.meta.url))

/** Real Chromium against the built site, served as `npm start` serves it. */
export default defineConfig({
  testDir: 'test/browser',
  fullyParallel: true,
  workers: 2,
  // A test that needs its second try is named in the summary of `npm test`; by hand it fails.
  retries: process.env.CI ? 1 : 0,
  // No test is about speed, and a busy machine takes many times as long as an idle one. Something that never comes
  // fails by the wait for it, which says what it was.
  timeout: 120_000,
  expect: { timeout: 40_000 },
  reporter: process.env.HOKITO_PLAYWRIGHT_JSON
    ? [['line'], ['json', { outputFile: process.env.HOKITO_PLAYWRIGHT_JSON }]]
    : [['line']],
  outputDir: OUTPUT,
  use: {
    baseURL: `http://localhost:${port}`,
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Requests are watched and stopped in most tests; offline.test.ts lets the worker be.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Moves and the page stand where they lead at once, but in tests that are about motion.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
  webServer: {
    command: 'node ../cli/bin/hokito.mjs serve',
    env: {
      PORT: '0',
      HOST: 'localhost',
      HOKITO_DATA: `${OUTPUT}data`,
    },
    wait: { stdout: /served on http:\/\/localhost:(?<site_port>\d+)/ },
    timeout: 30_000,
  },
})
