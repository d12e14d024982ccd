import type { MailLanguage } from '@hokito/protocol'

/**
 * The languages of the site; each has its own catalogue, loaded on demand. The server writes e-mails
 * in all of them.
 */
export const LANGUAGES = [
  'en',
  'fr',
  'de',
  'nl',
  'it',
  'es',
  'pt',
  'pl',
  'et',
] as const satisfies readonly MailLanguage[]
export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
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
 * The locales for `Intl`: plural forms, numbers, dates. Our Portuguese is that of Portugal, where
 * zero takes the plural; in Brazil it takes the singular.
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
