import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type en from './en.json'

/** Languages the site speaks; each has a catalogue of its own that is loaded when it is wanted. */
export const LANGUAGES = ['en', 'fr', 'de', 'nl', 'it', 'es', 'pt', 'pl', 'et'] as const
export type Language = (typeof LANGUAGES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES: { readonly [L in Language]: string } = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  pl: 'Polski',
  et: 'Eesti',
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Turns a key of the catalogue into words; unknown keys do not compile. */
export type Translate = TFunction

/** Loads a language's catalogue and makes its translator. */
export async function loadLanguage(language: Language): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance.init({
    lng: language,
    resources: { [language]: { translation: await CATALOGUES[language]() } },
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

/** Other languages have other plural forms, so their types differ; a test holds their keys together. */
const CATALOGUES: { readonly [L in Language]: () => Promise<object> } = {
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
