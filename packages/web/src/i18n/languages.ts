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

/**
 * What `Intl` is asked for: plural forms, numbers, dates. Our Portuguese is Portugal's, where nothing is counted in the
 * plural; in Brazil it is counted in the singular.
 */
export const LOCALES: { readonly [L in Language]: string } = {
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  nl: 'nl-NL',
  it: 'it-IT',
  es: 'es-ES',
  pt: 'pt-PT',
  pl: 'pl-PL',
  et: 'et-EE',
}
