// @ts-check
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bin, ROOT } from './setup.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hokito-check-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * @param {string} path
 * @param {string} content
 */
function write(path, content) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/**
 * The report of a tool on the folder, with the settings of this checkout.
 * @param {string} tool
 * @param {string} settings
 * @param {readonly string[]} args
 */
function reportOf(tool, settings, args) {
  copyFileSync(join(ROOT, settings), join(folder, settings))
  const { stdout } = spawnSync(bin(tool), args, { cwd: folder, encoding: 'utf8' })
  return JSON.parse(stdout)
}

test('a hook that leaves out a dependency, and one that not every rendering calls, are refused', () => {
  write(
    'packages/web/src/ui/x.ts',
    `import { useEffect } from 'preact/hooks'

export function useX(on: boolean, call: (on: boolean) => void) {
  useEffect(() => call(on), [on])
  if (on) useEffect(() => call(on), [on, call])
}
`,
  )
  const { diagnostics } = reportOf('biome', 'biome.json', [
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '.',
  ])
  expect(diagnostics.map((/** @type {{ category: string }} */ { category }) => category)).toEqual([
    'lint/correctness/useExhaustiveDependencies',
    'lint/correctness/useHookAtTopLevel',
  ])
})

test('an export that nobody uses, a file that nobody imports and a dependency that is not listed are refused', () => {
  write('package.json', JSON.stringify({ name: 'hokito', workspaces: ['packages/rules'] }))
  write(
    'packages/rules/package.json',
    JSON.stringify({ name: '@hokito/rules', type: 'module', exports: './src/index.ts' }),
  )
  write('packages/rules/src/index.ts', "import 'unlisted'\nexport { used } from './x.ts'\n")
  write('packages/rules/src/x.ts', 'export const used = 1\nexport const dead = 2\n')
  write('packages/rules/src/nobody.ts', 'export const alone = 1\n')
  const { issues } = reportOf('knip', 'knip.jsonc', ['--no-progress', '--reporter', 'json'])
  /** @param {string} kind */
  const found = (kind) =>
    issues.flatMap((/** @type {Record<string, readonly { name: string }[]>} */ issue) =>
      (issue[kind] ?? []).map(({ name }) => name),
    )
  expect(found('exports')).toEqual(['dead'])
  expect(found('files')).toEqual(['packages/rules/src/nobody.ts'])
  expect(found('unlisted')).toEqual(['unlisted'])
})
