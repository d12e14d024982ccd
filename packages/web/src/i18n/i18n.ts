import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type about from './about/en.json'
import type en from './en.json'
import type guide from './guide/en.json'
import { type Language, LOCALES } from './languages.ts'
import type online from './online/en.json'
import type record from './record/en.json'
import type review from './review/en.json'
import type settings from './settings/en.json'
import type setup from './setup/en.json'
import type terms from './terms/en.json'

export { LANGUAGE_NAMES, LANGUAGES, type Language, LOCALES } from './languages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof en &
        typeof about &
        typeof guide &
        typeof online &
        typeof record &
        typeof review &
        typeof settings &
        typeof setup &
        typeof terms
    }
  }
}

/** Turns a key of the catalogue into words; unknown keys do not compile. */
export type Translate = TFunction

/**
 * Words that not every visitor needs, in files of their own: the tutorial and the rules; play online; reading
 * records and analysing; the review of a game; the settings; the board to set up on; what each choice for a new
 * game means; about this site.
 */
export const TEXT_PARTS = [
  'about',
  'guide',
  'online',
  'record',
  'review',
  'settings',
  'setup',
  'terms',
] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** Loads a language's catalogue, with some of its parts, and makes its translator. */
export async function loadLanguage(
  language: Language,
  parts: ReadonlySet<TextPart>,
): Promise<i18n> {
  const instance = i18next.createInstance()
  const catalogue = CATALOGUES[language]
  const locale = LOCALES[language]
  const words = await Promise.all((['site', ...parts] as const).map((part) => catalogue[part]()))
  await instance.init({
    lng: locale,
    resources: { [locale]: { translation: Object.assign({}, ...words) } },
    // Texts go into the page as text nodes, which Preact escapes.
    interpolation: { escapeValue: false },
  })
  return instance
}

export const TranslateContext = createContext<Translate | undefined>(undefined)

/** The translator of the page's language. */
export function useTranslate(): Translate {
  const translate = useContext(TranslateContext)
  if (translate === undefined)
    throw new Error('a component was rendered outside of TranslateContext')
  return translate
}

// --- internal ---

type Catalogue = { readonly [P in TextPart | 'site']: () => Promise<object> }

/** Other languages have other plural forms, so their types differ; a test holds their keys together. */
const CATALOGUES: { readonly [L in Language]: Catalogue } = {
  en: {
    site: async () => (await import('./en.json')).default,
    about: async () => (await import('./about/en.json')).default,
    guide: async () => (await import('./guide/en.json')).default,
    online: async () => (await import('./online/en.json')).default,
    record: async () => (await import('./record/en.json')).default,
    review: async () => (await import('./review/en.json')).default,
    settings: async () => (await import('./settings/en.json')).default,
    setup: async () => (await import('./setup/en.json')).default,
    terms: async () => (await import('./terms/en.json')).default,
  },
  fr: {
    site: async () => (await import('./fr.json')).default,
    about: async () => (await import('./about/fr.json')).default,
    guide: async () => (await import('./guide/fr.json')).default,
    online: async () => (await import('./online/fr.json')).default,
    record: async () => (await import('./record/fr.json')).default,
    review: async () => (await import('./review/fr.json')).default,
    settings: async () => (await import('./settings/fr.json')).default,
    setup: async () => (await import('./setup/fr.json')).default,
    terms: async () => (await import('./terms/fr.json')).default,
  },
  de: {
    site: async () => (await import('./de.json')).default,
    about: async () => (await import('./about/de.json')).default,
    guide: async () => (await import('./guide/de.json')).default,
    online: async () => (await import('./online/de.json')).default,
    record: async () => (await import('./record/de.json')).default,
    review: async () => (await import('./review/de.json')).default,
    settings: async () => (await import('./settings/de.json')).default,
    setup: async () => (await import('./setup/de.json')).default,
    terms: async () => (await import('./terms/de.json')).default,
  },
  nl: {
    site: async () => (await import('./nl.json')).default,
    about: async () => (await import('./about/nl.json')).default,
    guide: async () => (await import('./guide/nl.json')).default,
    online: async () => (await import('./online/nl.json')).default,
    record: async () => (await import('./record/nl.json')).default,
    review: async () => (await import('./review/nl.json')).default,
    settings: async () => (await import('./settings/nl.json')).default,
    setup: async () => (await import('./setup/nl.json')).default,
    terms: async () => (await import('./terms/nl.json')).default,
  },
  it: {
    site: async () => (await import('./it.json')).default,
    about: async () => (await import('./about/it.json')).default,
    guide: async () => (await import('./guide/it.json')).default,
    online: async () => (await import('./online/it.json')).default,
    record: async () => (await import('./record/it.json')).default,
    review: async () => (await import('./review/it.json')).default,
    settings: async () => (await import('./settings/it.json')).default,
    setup: async () => (await import('./setup/it.json')).default,
    terms: async () => (await import('./terms/it.json')).default,
  },
  es: {
    site: async () => (await import('./es.json')).default,
    about: async () => (await import('./about/es.json')).default,
    guide: async () => (await import('./guide/es.json')).default,
    online: async () => (await import('./online/es.json')).default,
    record: async () => (await import('./record/es.json')).default,
    review: async () => (await import('./review/es.json')).default,
    settings: async () => (await import('./settings/es.json')).default,
    setup: async () => (await import('./setup/es.json')).default,
    terms: async () => (await import('./terms/es.json')).default,
  },
  pt: {
    site: async () => (await import('./pt.json')).default,
    about: async () => (await import('./about/pt.json')).default,
    guide: async () => (await import('./guide/pt.json')).default,
    online: async () => (await import('./online/pt.json')).default,
    record: async () => (await import('./record/pt.json')).default,
    review: async () => (await import('./review/pt.json')).default,
    settings: async () => (await import('./settings/pt.json')).default,
    setup: async () => (await import('./setup/pt.json')).default,
    terms: async () => (await import('./terms/pt.json')).default,
  },
  pl: {
    site: async () => (await import('./pl.json')).default,
    about: async () => (await import('./about/pl.json')).default,
    guide: async () => (await import('./guide/pl.json')).default,
    online: async () => (await import('./online/pl.json')).default,
    record: async () => (await import('./record/pl.json')).default,
    review: async () => (await import('./review/pl.json')).default,
    settings: async () => (await import('./settings/pl.json')).default,
    setup: async () => (await import('./setup/pl.json')).default,
    terms: async () => (await import('./terms/pl.json')).default,
  },
  et: {
    site: async () => (await import('./et.json')).default,
    about: async () => (await import('./about/et.json')).default,
    guide: async () => (await import('./guide/et.json')).default,
    online: async () => (await import('./online/et.json')).default,
    record: async () => (await import('./record/et.json')).default,
    review: async () => (await import('./review/et.json')).default,
    settings: async () => (await import('./settings/et.json')).default,
    setup: async () => (await import('./setup/et.json')).default,
    terms: async () => (await import('./terms/et.json')).default,
  },
}
