import { type Language, LOCALES } from '../i18n/i18n.ts'

/** A date in the language of the page; `at` is in milliseconds since 1970. */
export function formatDate(language: Language, at: number): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium' }).format(at)
}
