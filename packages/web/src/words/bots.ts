import { isUnrated } from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import type { HouseBot } from '../models/lobby/house-bots.ts'
import { HIGHEST_LEVEL, NUMBERED_LEVELS } from '../models/local/seat.ts'
import { levelName } from './levels.ts'
import { formatRating } from './online.ts'

/** The name and number of a house bot's level, and its rating if it has one. */
export function describeBot(t: Translate, { level, rating }: HouseBot): string {
  const numbered = NUMBERED_LEVELS.find((each) => each === level)
  const words = [
    numbered && levelName(t, numbered),
    t('online.bots.level', { level, most: HIGHEST_LEVEL }),
    rating && !isUnrated(rating) ? formatRating(rating) : undefined,
  ]
  return words.filter((word) => word !== undefined).join(' · ')
}
