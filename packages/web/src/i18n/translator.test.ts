import i18next, { type FormatterModule } from 'i18next'
import { expect, test } from 'vitest'
import { PLURAL, textsOf } from '../../test/words/texts.ts'
import { LANGUAGES, LOCALES } from './i18n.ts'
import { createTranslator } from './translator.ts'

/** Counts of every plural category of our languages, and numbers that are written with marks. */
const COUNTS = [0, 1, 2, 3, 4, 5, 11, 12, 14, 21, 22, 25, 100, 102, 112, 1.5, 1234, 1_000_000]

/** Writes numbers as the language does where a text asks for it, and halves everywhere. */
const MARKED: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: number | string, format, locale) =>
    format === 'number' || (typeof value === 'number' && !Number.isInteger(value))
      ? new Intl.NumberFormat(locale).format(Number(value))
      : String(value),
}

/** The catalogue with its keys as they are, which are no paths any more. */
function flatCatalogue(texts: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...texts].map(([key, text]) => [key.replaceAll('.', '/'), text]))
}

test.each(LANGUAGES)(
  'every text of the catalogue reads as i18next has it (%s)',
  async (language) => {
    const locale = LOCALES[language]
    const catalogue = flatCatalogue(textsOf(language))
    const theirs = i18next.createInstance().use(MARKED)
    await theirs.init({
      lng: locale,
      resources: { [locale]: { translation: catalogue } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
    const ours = createTranslator(catalogue, locale)
    for (const [key, text] of Object.entries(catalogue)) {
      const names = [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '')
      const base = key.replace(PLURAL, '')
      const isSame = base === key && !text.includes(', number')
      for (const count of isSame ? [7] : COUNTS) {
        const values = { ...Object.fromEntries(names.map((name) => [name, count])), count }
        expect(ours(base as never, values as never), key).toBe(
          theirs.t(base as never, values as never),
        )
        if (base === key && names.length === 0) {
          expect(ours(key as never), key).toBe(theirs.t(key as never))
        }
      }
    }
  },
)

test('what looks like a place in a value stays as it was typed', () => {
  const translate = createTranslator({ hello: 'Hello, {{name}}!' }, 'en')
  expect(translate('hello' as never, { name: '{{name}} $& <b>' } as never)).toBe(
    'Hello, {{name}} $& <b>!',
  )
})

test('a path leads through the parts of the catalogue, and a missing text shows its key', () => {
  const translate = createTranslator({ game: { over: 'Over' } }, 'en')
  expect(translate('game.over' as never)).toBe('Over')
  expect(translate('game.under' as never)).toBe('game.under')
  expect(translate('game' as never)).toBe('game')
})
