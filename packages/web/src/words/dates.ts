import { type Language, LOCALES } from '../i18n/i18n.ts'
import type { Day } from '../models/device/days.ts'

/** A date in the language of the page; `at` is in milliseconds since 1970. */
export function formatDate(
  language: Language,
  at: number,
  dateStyle: 'long' | 'medium' = 'medium',
): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle }).format(at)
}

/** The same with the time of day. */
export function formatMoment(
  language: Language,
  at: number,
  dateStyle: 'long' | 'medium' = 'medium',
): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle, timeStyle: 'short' }).format(at)
}

/** A day, or parts of it; days are UTC days, whatever the local clock says. */
export function formatDay(language: Language, day: Day, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' })
  return format.format(Date.parse(day))
}

/** The name of a day, without its year. */
export function nameOfDay(language: Language, day: Day): string {
  return formatDay(language, day, { day: 'numeric', month: 'long' })
}
