import type { DailyLevel } from '@hokito/protocol'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import {
  type DailyFate,
  type DailyGame,
  isResigned,
  pointsOfDaily,
} from '../models/daily/daily-store.ts'
import type { Day } from '../models/device/days.ts'
import { formatDay } from './dates.ts'
import { type GameResult, sumsOf } from './games.ts'
import { formatSigned } from './signed.ts'

/** A day in the reader's date format; days are UTC days, whatever the local clock says. */
export function describeDay(language: Language, day: Day, dateStyle: 'full' | 'medium'): string {
  return formatDay(language, day, { dateStyle })
}

/** The winner of a game of the day, by its margin from the player's view. */
export function describeMargin(t: Translate, margin: number): string {
  if (margin === 0) return t('daily.drawn')
  const count = Math.abs(margin)
  return margin > 0 ? t('end.won.points', { count }) : t('end.lost.points', { count })
}

/** The result of a game of the day in a list of games; undefined while it runs. */
export function describeDaily(t: Translate, game: DailyGame): GameResult | undefined {
  if (isResigned(game)) {
    return { success: 'lost', headline: t('games.lost'), how: t('games.how.resigned') }
  }
  const points = pointsOfDaily(game)
  if (points === undefined) return undefined
  const { black, white } = points
  const success = black > white ? 'won' : black < white ? 'lost' : 'draw'
  const words = t(success === 'draw' ? 'end.drawn.plain' : `games.${success}`)
  // In a game of the day the player has Black.
  return { success, headline: `${words} · ${sumsOf(points, 'black')}`, how: '' }
}

/** An average margin, to one decimal place. */
export function formatAverage(language: Language, average: number): string {
  const format = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return format.format(average).replace('-', '−')
}

/** The state of a finished game. */
export function describeFate(t: Translate, fate: DailyFate): string {
  switch (fate.kind) {
    case 'running':
      return t('daily.fate.running')
    case 'unsent':
      return t('daily.fate.unsent')
    case 'counted':
      // Alone, a player has no place among others.
      return fate.count > 1
        ? t('daily.fate.counted', { place: fate.place, count: fate.count })
        : t('daily.fate.first')
    case 'refused':
      return t(`daily.fate.${fate.reason}`)
  }
}

/** The result of a game at a level, as the margin from the player's view. */
interface LevelResult {
  readonly level: DailyLevel
  readonly margin: number
}

/** A result to share with friends: nothing in it says how to play the day. */
export function formatResult(t: Translate, { level, margin }: LevelResult): string {
  return t('daily.shareLine', { level, margin: formatSigned(margin) })
}

/** All results of a day, as a text. */
export function shareText(
  t: Translate,
  date: string,
  results: readonly LevelResult[],
  link: string,
): string {
  const lines = results.map((result) => formatResult(t, result))
  return [t('daily.shareTitle', { date }), ...lines, link].join('\n')
}
