import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

/** The package's README, whose examples are plain JavaScript with `// → what they print`. */
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const EXAMPLES = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

// Beside the package, so that it is imported by its name, as users do.
const folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'readme-'))

afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('there are examples', () => {
  expect(EXAMPLES.length).toBeGreaterThan(3)
})

test.each(EXAMPLES.map((code, index) => [index + 1, code] as const))(
  'example %i prints what it says',
  async (index, code) => {
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((...values) => {
      printed.push(
        values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '),
      )
    })
    const file = join(folder, `example-${index}.mjs`)
    writeFileSync(file, code)
    await import(/* @vite-ignore */ pathToFileURL(file).href)
    const expected = [...code.matchAll(/\/\/ → (.*)/g)].map(([, text]) => text)
    expect(printed).toEqual(expected)
  },
)
