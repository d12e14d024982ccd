// @ts-check
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALLOWED, directionFaults } from './direction.mjs'
import { bin, ROOT } from './setup.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hokito-direction-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * @param {string} path
 * @param {unknown} content
 */
function write(path, content) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

/**
 * A package that depends on others by package.json and by tsconfig.json.
 * @param {string} name
 * @param {readonly string[]} dependencies
 * @param {readonly string[]} references
 */
function writePackage(name, dependencies, references = dependencies) {
  const entries = dependencies.map((other) => [`@hokito/${other}`, '1.0.0'])
  write(`packages/${name}/package.json`, { dependencies: Object.fromEntries(entries) })
  write(`packages/${name}/tsconfig.json`, {
    references: references.map((other) => ({ path: `../${other}` })),
  })
  write(`packages/${name}/src/index.ts`, "export { x } from './x.ts'\n")
}

describe('directionFaults', () => {
  test('finds nothing in this checkout', () => {
    expect(directionFaults(ROOT)).toEqual([])
  })

  test('finds nothing where every package uses all it may', () => {
    for (const [name, may] of Object.entries(ALLOWED)) writePackage(name, may)
    expect(directionFaults(folder)).toEqual([])
  })

  test('finds forbidden dependencies, missing references and unknown packages', () => {
    writePackage('rules', ['engine'])
    writePackage('engine', ['rules'], [])
    writePackage('cli', [], ['rules'])
    writePackage('extras', [])
    expect(directionFaults(folder)).toEqual([
      'packages/cli: package.json and tsconfig.json disagree about rules',
      'packages/engine: package.json and tsconfig.json disagree about rules',
      'packages/extras has no place in scripts/direction.mjs',
      'packages/rules/package.json: rules may not use engine',
    ])
  })

  test.each([
    "import { x } from '../../rules/src/index.ts'",
    "import type { X } from '../../../fixtures/x.ts'",
    "export * from '../../rules/src/index.ts'",
    "import '../../rules/src/index.ts'",
    "const x = await import('../../rules/src/index.ts')",
  ])('finds that this leaves its package: %s', (line) => {
    writePackage('engine', [])
    write('packages/engine/src/index.ts', `${line}\n`)
    expect(directionFaults(folder)).toEqual([
      expect.stringMatching(/^packages\/engine\/src\/index\.ts: \S+ leaves the package$/),
    ])
  })
})

test('Biome refuses exactly the imports that are not allowed', () => {
  copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'))
  const names = Object.keys(ALLOWED)
  for (const importer of names) {
    for (const other of names) {
      for (const subpath of ['', '/deep']) {
        const file = `packages/${importer}/src/${other}${subpath.replace('/', '-')}.ts`
        write(file, `import { x } from '@hokito/${other}${subpath}'\n\nexport const y = x\n`)
      }
    }
  }
  const { stdout } = spawnSync(
    bin('biome'),
    ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '--reporter=json', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 25 },
  )
  const refused = new Set(
    JSON.parse(stdout).diagnostics.map(
      /** @param {{ location: { path: string | { file: string } } }} diagnostic */
      ({ location: { path } }) => (typeof path === 'string' ? path : path.file),
    ),
  )
  const forbidden = names.flatMap((importer) =>
    names
      .filter((other) => !ALLOWED[importer]?.includes(other))
      .flatMap((other) => [
        `packages/${importer}/src/${other}.ts`,
        `packages/${importer}/src/${other}-deep.ts`,
      ]),
  )
  expect([...refused].sort()).toEqual(forbidden.sort())
})
