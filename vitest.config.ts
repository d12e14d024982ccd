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
    // Vitest leaves one core free unless told; on two cores that would be one file after another.
    maxWorkers: '100%',
  },
})
