import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, TEXT_PARTS } from './i18n.ts'

/** The words of the site and of all parts together. */
function catalogueOf(language: string): object {
  const read = (path: string) =>
    JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'))
  return Object.assign(
    read(`${language}.json`),
    ...TEXT_PARTS.map((part) => read(`${part}/${language}.json`)),
  )
}

/** Keys with their plural endings taken off. */
function keysOf(node: object, path: readonly string[] = []): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[...path, name].join('.').replace(/_(one|few|many|other)$/, '')]
      : keysOf(value, [...path, name]),
  )
}

/** The code of the site, without its tests. */
function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) return sourceFiles(path)
      return /(?<!\.test)\.tsx?$/.test(path) ? [path] : []
    })
}

test('every text of the catalogue is shown somewhere', () => {
  const sources = sourceFiles(fileURLToPath(new URL('..', import.meta.url)))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  // A key is named whole, or by its beginning with what follows put in: `end.stuck.${color}`.
  const isUsed = (key: string) => {
    const parts = key.split('.')
    const beginnings = parts.map((_, count) => parts.slice(0, count).join('.')).filter(Boolean)
    return (
      sources.includes(`'${key}'`) || beginnings.some((part) => sources.includes(`\`${part}.\${`))
    )
  }
  expect(keysOf(catalogueOf('en')).filter((key) => !isUsed(key))).toEqual([])
})

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Texts by key. */
function textsOf(language: string): ReadonlyMap<string, string> {
  return new Map(flatten(catalogueOf(language), []))
}

function flatten(node: object, path: readonly string[]): [string, string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value]]
      : flatten(value, [...path, name]),
  )
}

function placeholders(text: string): readonly string[] {
  return (text.match(/\{\{\w+\}\}/g) ?? []).sort()
}

/** Texts that are the same in every language, or happen to be the same word in some. */
const SAME_WORDS = new Set([
  'app.name',
  'board.height',
  'board.piece',
  'board.single',
  'end.part',
  'end.scoreOf',
  'game.clockOf',
  'game.dealIs',
  'game.menu',
  'game.points_one',
  'game.points_other',
  'game.title',
  'games.finished',
  'home.versus',
  'learn.lessonName',
  'learn.lessons.points.one.done',
  'newGame.clockChoice',
  'newGame.computer',
  'newGame.position',
  'nav.online',
  'notice.ok',
  'online.game.says',
  'online.phrase.sorry',
  'online.versus',
  'replay.gameName',
  'replay.pause',
  'about.version',
])

describe.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the catalogue of %s',
  (language) => {
    const english = textsOf('en')
    const texts = textsOf(language)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories

    test('has the keys of English, each plural in all forms of its language', () => {
      const expected = [...english.keys()].flatMap((key) => {
        if (!PLURAL.test(key)) return [key]
        return key.endsWith('_other') ? forms.map((form) => key.replace(PLURAL, `_${form}`)) : []
      })
      expect([...texts.keys()].sort()).toEqual(expected.sort())
    })

    test('fills in the same values, and has no empty text', () => {
      for (const [key, text] of texts) {
        const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
        expect(text.trim(), key).not.toBe('')
        expect(placeholders(text), key).toEqual(placeholders(original))
      }
    })

    test('is translated', () => {
      const same = [...texts].filter(([key, text]) => english.get(key) === text).map(([key]) => key)
      expect(same.filter((key) => !SAME_WORDS.has(key))).toEqual([])
    })
  },
)

test('no words for people stand in the code', () => {
  /** What people type elsewhere, the same in every language. */
  const commands = ['curl -s', '| npx hokito verify-deal -', '/api/games/']
  const found = sourceFiles(fileURLToPath(new URL('..', import.meta.url)))
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\*|\/\*|import|export|return|const|type|case|else)/.test(line))
    .filter((line) => WRITTEN.some((written) => written.test(line)))
    .filter((line) => !commands.some((command) => line.includes(command)))
  expect(found.map((line) => line.trim())).toEqual([])
})

/** Text between tags, text in what is read out, and a line of nothing but words. */
const WRITTEN = [
  />[^<>{}=();]*\p{L}{2,}[^<>{}=();]*<\//u,
  /(aria-label|placeholder|title|alt)="[^"]*\p{L}{3,}[^"]*"/u,
  /^\s*\p{L}[\p{L},.'’!?…-]*( [\p{L},.'’!?…-]+)+$/u,
]
