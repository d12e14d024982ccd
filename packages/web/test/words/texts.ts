import { type Language, TEXT_PARTS } from '../../src/i18n/i18n.ts'

/** All texts of a language by key, of all parts of the site, as in the files. */
export function textsOf(language: Language): ReadonlyMap<string, string> {
  return new Map(['', ...TEXT_PARTS].flatMap((part) => flatten(read(part, language), [])))
}

/** A key without its plural suffix. */
export function withoutForm(key: string): string {
  return key.replace(PLURAL, '')
}

/** The plural suffixes of all languages. */
export const PLURAL = /_(zero|one|two|few|many|other)$/

// --- internal ---

const FILES = import.meta.glob<object>('../../src/i18n/**/*.json', {
  eager: true,
  import: 'default',
})

function read(part: string, language: Language): object {
  const path = ['../../src/i18n', part, `${language}.json`].filter(Boolean).join('/')
  const file = FILES[path]
  if (file === undefined) throw new Error(`there is no ${path}`)
  return file
}

function flatten(node: object, path: readonly string[]): [string, string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value]]
      : flatten(value, [...path, name]),
  )
}
