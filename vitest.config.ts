import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'

const SERVER = 'packages/server/test'

/** Unit and whole-package tests of every package; browser tests have configurations of their own. */
export default defineConfig({
  test: {
    projects: [
      project('unit', {
        include: [
          'packages/*/src/**/*.test.{ts,tsx}',
          'packages/*/test/**/*.test.ts',
          'scripts/**/*.test.mjs',
          'bench/**/*.test.mjs',
        ],
        exclude: ['**/node_modules/**', 'packages/web/test/{browser,engines}/**', `${SERVER}/**`],
      }),
      project('server', { include: [`${SERVER}/**/*.test.ts`] }),
      // The same once more, on PostgreSQL, and on a node that shares its database with others.
      project('postgres', {
        include: [`${SERVER}/store/*.test.ts`],
        env: { HOKITO_TEST_STORE: 'postgres' },
      }),
      project('shared', {
        include: [`${SERVER}/store/shared/*.test.ts`],
        env: { HOKITO_TEST_STORE: 'shared' },
      }),
    ],
    globalSetup: `${SERVER}/helpers/global-setup.ts`,
    // Tests of servers wait for timers half of their time.
    maxWorkers: availableParallelism() + 1,
  },
})

// --- internal ---

/** Files of a project share their modules: loading a server costs more than most of its tests. */
function project(
  name: string,
  files: { include: string[]; exclude?: string[]; env?: Record<string, string> },
) {
  return {
    plugins: process.env.HOKITO_TEST_BUILT ? [builtSources()] : [],
    test: {
      name,
      ...files,
      isolate: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // By default it is one second, which a busy machine may need to start an engine.
      expect: { poll: { timeout: 60_000 } },
      server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
    },
  }
}

/** Loads what `npm run build` made of a package's sources, as `npm test` has just built them: nothing is transformed. */
function builtSources(): Plugin {
  return {
    name: 'built-sources',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return undefined
      const path = resolve(dirname(importer), source)
      const built = path.replace(/\/src\/(.*)\.ts$/, '/dist/$1.js')
      return built !== path && existsSync(built) ? built : undefined
    },
  }
}
