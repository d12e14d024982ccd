import { defineConfig } from 'vitest/config'

/** Every package's unit and whole-package tests; browser tests run under Playwright. */
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'bench/**/*.test.mjs',
    ],
    exclude: ['**/node_modules/**', 'packages/web/test/browser/**'],
    testTimeout: 60_000,
  },
})
