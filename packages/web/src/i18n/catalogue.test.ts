import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }

/** Keys with their plural endings taken off. */
function keysOf(node: object, path: readonly string[] = []): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[...path, name].join('.').replace(/_(one|few|many|other)$/, '')]
      : keysOf(value, [...path, name]),
  )
}

function sourcesUnder(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => {
      if (statSync(path).isDirectory()) return sourcesUnder(path)
      return /(?<!\.test)\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : ''
    })
    .join('\n')
}

test('every text of the catalogue is shown somewhere', () => {
  const sources = sourcesUnder(fileURLToPath(new URL('..', import.meta.url)))
  // A key is named whole, or by its beginning with what follows put in: `end.stuck.${color}`.
  const isUsed = (key: string) => {
    const parts = key.split('.')
    const beginnings = parts.map((_, count) => parts.slice(0, count).join('.')).filter(Boolean)
    return (
      sources.includes(`'${key}'`) || beginnings.some((part) => sources.includes(`\`${part}.\${`))
    )
  }
  expect(keysOf(en).filter((key) => !isUsed(key))).toEqual([])
})
