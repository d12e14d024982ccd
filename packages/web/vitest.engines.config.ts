import { defineConfig } from 'vitest/config'

/** The main paths in three browser engines, one after another: each window wants the whole machine. */
export default defineConfig({
  test: {
    include: ['packages/web/test/engines/**/*.test.ts'],
    fileParallelism: false,
    // As in Playwright's configuration: on one's own machine a test that needs a second try fails.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
