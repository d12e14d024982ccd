import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type about from './about/en.json'
import type account from './account/en.json'
import type chapters from './chapters/en.json'
import type classes from './class/en.json'
import type course from './course/en.json'
import type daily from './daily/en.json'
import type en from './en.json'
import type games from './games/en.json'
import type guide from './guide/en.json'
import type home from './home/en.json'
import { type Language, LOCALES } from './languages.ts'
import type lines from './lines/en.json'
import type online from './online/en.json'
import type { TextPart } from './parts.ts'
import type played from './played/en.json'
import type progress from './progress/en.json'
import type puzzles from './puzzles/en.json'
import type record from './record/en.json'
import type review from './review/en.json'
import type settings from './settings/en.json'
import type setup from './setup/en.json'
import type share from './share/en.json'
import type study from './study/en.json'
import type table from './table/en.json'
import type terms from './terms/en.json'
import type tournaments from './tournaments/en.json'
import { createTranslator, type Translate } from './translator.ts'
import type watch from './watch/en.json'

export { LANGUAGE_NAMES, LANGUAGES, type Language, LOCALES } from './languages.ts'
export { TEXT_PARTS, type TextPart } from './parts.ts'
export type { Translate } from './translator.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof en &
        typeof about &
        typeof account &
        typeof classes &
        typeof chapters &
        typeof course &
        typeof daily &
        typeof games &
        typeof guide &
        typeof home &
        typeof lines &
        typeof online &
        typeof played &
        typeof progress &
        typeof puzzles &
        typeof record &
        typeof review &
        typeof settings &
        typeof setup &
        typeof share &
        typeof study &
        typeof table &
        typeof terms &
        typeof tournaments &
        typeof watch
    }
  }
}

/**
 * A message kept as a function, so that it can be translated again when the page changes its
 * language.
 */
export type Saying = (t: Translate) => string

/** Loads a language's catalogue with some of its parts, and makes its translator. */
export async function loadLanguage(
  language: Language,
  parts: ReadonlySet<TextPart>,
): Promise<Translate> {
  const texts = await Promise.all([
    SITE_TEXTS[language](),
    ...Array.from(parts, (part) => partTexts(part, language)),
  ])
  return createTranslator(Object.assign({}, ...texts), LOCALES[language])
}

export const TranslateContext = createContext<Translate | undefined>(undefined)

/** The translator for the page's language. */
export function useTranslate(): Translate {
  const translate = useContext(TranslateContext)
  if (translate === undefined)
    throw new Error('a component was rendered outside of TranslateContext')
  return translate
}

// --- internal ---

/**
 * A module of its own names the files of the parts, because each name in this one would cost every
 * page.
 */
async function partTexts(part: TextPart, language: Language): Promise<object> {
  const { loadPart } = await import('./part-files.ts')
  return loadPart(part, language)
}

/** Plural forms differ between languages, and so do the types; a test keeps their keys in step. */
const SITE_TEXTS: { readonly [L in Language]: () => Promise<object> } = {
  en: async () => (await import('./en.json')).default,
  fr: async () => (await import('./fr.json')).default,
  de: async () => (await import('./de.json')).default,
  nl: async () => (await import('./nl.json')).default,
  it: async () => (await import('./it.json')).default,
  es: async () => (await import('./es.json')).default,
  pt: async () => (await import('./pt.json')).default,
  pl: async () => (await import('./pl.json')).default,
  et: async () => (await import('./et.json')).default,
}
