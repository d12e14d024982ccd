import { LEVEL_RATINGS } from '@hokito/engine'
import type { Translate } from '../i18n/i18n.ts'
import type { NumberedLevel } from '../models/local/seat.ts'

/** What a level is called, apart from its number. */
export function levelName(t: Translate, level: NumberedLevel): string {
  return t(`levels.${level}`)
}

/** What a level is called and how strong it is. A note comes in between. */
export function describeLevel(t: Translate, level: NumberedLevel, note?: string): string {
  const rating = t('levels.rating', { rating: LEVEL_RATINGS[level] })
  return [levelName(t, level), note, rating].filter((part) => part !== undefined).join(' · ')
}
