import type { TFunction } from 'i18next'

/** Translates a key of the catalogue; unknown keys do not compile. */
export type Translate = TFunction

/**
 * The translator of one language. The catalogue is in i18next's format, which translators' tools
 * read, and its types check the keys. It uses the part of that format that {@link
 * ./translator.test.ts} compares with i18next itself: values as `{{name}}`, numbers as
 * `{{name, number}}`, and a form for each plural category, chosen by `count`.
 */
export function createTranslator(catalogue: object, locale: string): Translate {
  const plurals = new Intl.PluralRules(locale)
  // A browser's first one takes a slow phone 50 ms, and many pages need none.
  let numbers: Intl.NumberFormat | undefined
  const inFigures = (value: number) => {
    // Numbers below a thousand are written alike in all our languages.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
    numbers ??= new Intl.NumberFormat(locale)
    return numbers.format(value)
  }
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber) => {
      const value = values[name] ?? ''
      // Half points are written as the language does, with a comma in most.
      const isHalf = typeof value === 'number' && !Number.isInteger(value)
      return isNumber === undefined && !isHalf ? String(value) : inFigures(Number(value))
    })
  const translate = (key: string, values?: Values) => {
    const form = typeof values?.count === 'number' ? `_${plurals.select(values.count)}` : ''
    const text = textAt(catalogue, key + form) ?? textAt(catalogue, key)
    // A key that no catalogue has is a fault that the types find; the page shows it as it is.
    if (text === undefined) return key
    return values === undefined ? text : fill(text, values)
  }
  return translate as Translate
}

// --- internal ---

type Values = Readonly<Record<string, unknown>>

function textAt(catalogue: object, key: string): string | undefined {
  const text = key.split('.').reduce<unknown>((found, name) => Object(found)[name], catalogue)
  return typeof text === 'string' ? text : undefined
}
