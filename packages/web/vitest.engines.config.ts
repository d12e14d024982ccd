import { defineConfig } from 'vitest/config'

/** The main paths in three browser engines, one after another: each window wants the whole machine. */
export default defineConfig({
  test: {
    include: ['packages/web/test/engines/**/*.test.ts'],
    fileParallelism: false,
    // No test is about speed.
    // As in Playwright's configuration.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
