import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Real Chromium against the built site, served as `npm start` serves it. */
const port = Number(process.env.HOKITO_TEST_PORT ?? 3199)

export default defineConfig({
  testDir: 'test/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: process.env.HOKITO_PLAYWRIGHT_JSON
    ? [['line'], ['json', { outputFile: process.env.HOKITO_PLAYWRIGHT_JSON }]]
    : [['line']],
  outputDir: '../../test-results',
  use: {
    baseURL: `http://localhost:${port}`,
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
    trace: 'off',
  },
  webServer: {
    command: 'node ../cli/bin/hokito.mjs serve',
    env: {
      PORT: String(port),
      HOST: 'localhost',
      HOKITO_DATA: mkdtempSync(join(tmpdir(), 'hokito-data-')),
    },
    url: `http://localhost:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 30_000,
  },
})
