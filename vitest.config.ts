import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Every package's unit and whole-package tests; browser tests run by configurations of their own. */
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'bench/**/*.test.mjs',
    ],
    exclude: ['**/node_modules/**', 'packages/web/test/{browser,engines}/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests of servers often wait, so that a third file keeps two cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Reading the same modules anew for each file took a third of the time. They keep nothing between files: none of
    // ours has state of its own, and what a test changes of the process it puts back.
    isolate: false,
  },
})
