// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALLOWED, ALLOWED_IN_TESTS, directionFaults, WITHOUT_NODE } from './direction.mjs'
import { HOUSES } from './rooms.mjs'
import { ROOT } from './setup.mjs'

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
 * A package that depends on others in package.json and in tsconfig.json.
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
  const door = name === 'web' ? 'main.tsx' : 'index.ts'
  write(`packages/${name}/src/${door}`, "export { x } from './x.ts'\n")
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

describe('imports between packages', () => {
  const names = Object.keys(ALLOWED)

  /**
   * Every package imports every other by name, by a path under that name, and as a type.
   * @param {string} folderOfFiles
   * @param {string} extension
   */
  function importEverything(folderOfFiles, extension) {
    for (const importer of names) {
      writePackage(importer, ALLOWED[importer] ?? [])
      for (const other of names) {
        const file = `packages/${importer}/${folderOfFiles}/${other}`
        write(`${file}${extension}`, `import { x } from '@hokito/${other}'\n`)
        write(`${file}-deep${extension}`, `import type { X } from '@hokito/${other}/deep'\n`)
      }
    }
    return new Set(
      directionFaults(folder)
        .filter((fault) => fault.includes('may not import'))
        .map((fault) => fault.split(':')[0]),
    )
  }

  /**
   * @param {string} folderOfFiles
   * @param {string} extension
   * @param {(importer: string, other: string) => boolean} isForbidden
   */
  function forbidden(folderOfFiles, extension, isForbidden) {
    return new Set(
      names.flatMap((importer) =>
        names
          .filter((other) => isForbidden(importer, other))
          .flatMap((other) => [
            `packages/${importer}/${folderOfFiles}/${other}${extension}`,
            `packages/${importer}/${folderOfFiles}/${other}-deep${extension}`,
          ]),
      ),
    )
  }

  test('are refused in sources exactly where they are not allowed', () => {
    expect(importEverything('src/each', '.ts')).toEqual(
      forbidden('src/each', '.ts', (importer, other) => !ALLOWED[importer]?.includes(other)),
    )
  })

  test.each([
    ['src/each', '.test.ts'],
    ['test', '.ts'],
  ])('are refused in tests exactly where they are not allowed: %s/*%s', (place, extension) => {
    expect(importEverything(place, extension)).toEqual(
      forbidden(place, extension, (importer, other) => {
        const may = [importer, ...(ALLOWED[importer] ?? []), ...(ALLOWED_IN_TESTS[importer] ?? [])]
        return !may.includes(other)
      }),
    )
  })

  test("let a test reach another package's helpers only where it may import that package", () => {
    for (const name of ['web', 'engine']) {
      writePackage(name, [])
      write(`packages/${name}/test/x.ts`, "import { y } from '../../server/test/helpers/y.ts'\n")
    }
    expect(directionFaults(folder).filter((fault) => fault.includes('helpers'))).toEqual([
      'packages/engine/test/x.ts: ../../server/test/helpers/y.ts leaves the package',
    ])
  })

  test("keep Node's modules out of what runs everywhere, but not out of its tests", () => {
    for (const name of names) {
      writePackage(name, [])
      write(`packages/${name}/src/x.ts`, "import { y } from 'node:fs'\n")
      write(`packages/${name}/src/x.test.ts`, "import { y } from 'node:fs'\n")
    }
    expect(directionFaults(folder).filter((fault) => fault.includes('node:'))).toEqual(
      WITHOUT_NODE.toSorted().map(
        (name) => `packages/${name}/src/x.ts: ${name} may not import node:fs`,
      ),
    )
  })
})

describe.each(Object.entries(HOUSES))('imports between rooms of %s', (name, house) => {
  const rooms = house.flat()
  /** @param {string} room */
  const fileIn = (room) => (/\.tsx?$/.test(room) ? room : `${room}/file.ts`)

  test.each(['', '.test'])('are refused exactly where they do not lead down: x%s.ts', (suffix) => {
    const folders = rooms.filter((room) => fileIn(room) !== room)
    write(`packages/${name}/package.json`, {})
    for (const room of rooms) write(`packages/${name}/src/${fileIn(room)}`, '')
    for (const room of folders) {
      for (const [n, other] of rooms.entries()) {
        const up = '../'.repeat(room.split('/').length)
        write(`packages/${name}/src/${room}/x${n}${suffix}.ts`, `import '${up}${fileIn(other)}'\n`)
      }
    }
    const floorOf = (/** @type {string} */ room) => house.findIndex((floor) => floor.includes(room))
    const expected = folders.flatMap((room) =>
      rooms.flatMap((other, n) =>
        other !== room && floorOf(other) >= floorOf(room)
          ? [`packages/${name}/src/${room}/x${n}${suffix}.ts`]
          : [],
      ),
    )
    const faults = directionFaults(folder).filter((fault) => fault.includes('not below it'))
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(expected.sort())
  })

  test('are refused from a file that is in no room', () => {
    write(`packages/${name}/package.json`, {})
    write(`packages/${name}/src/helpers/x.ts`, `import '../${fileIn(rooms[0] ?? '')}'\n`)
    expect(directionFaults(folder)).toEqual([
      `packages/${name}/src/helpers/x.ts is in no room of scripts/rooms.mjs`,
    ])
  })
})

test('files that import each other in a circle are refused, by types too, and anywhere', () => {
  write('packages/rules/package.json', {})
  write('packages/rules/src/a.ts', "import { b } from './b.ts'\n")
  write('packages/rules/src/b.ts', "import type { C } from './c.ts'\n")
  write('packages/rules/src/c.ts', "import { a } from './a'\nimport { d } from './d.ts'\n")
  write('packages/rules/src/d.ts', '')
  write('scripts/x.mjs', "import './y.mjs'\n")
  write('scripts/y.mjs', "import './x.mjs'\n")
  expect(directionFaults(folder)).toEqual([
    'packages/rules/src/a.ts and packages/rules/src/b.ts and packages/rules/src/c.ts import each other',
    'scripts/x.mjs and scripts/y.mjs import each other',
  ])
})
