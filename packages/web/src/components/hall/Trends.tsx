import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { dailyMeans } from '../../models/daily/daily-memory.ts'
import type { PuzzleProgress } from '../../models/puzzles/puzzle-store.ts'
import { createAccuracyLog } from '../../models/review/accuracy-log.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { describeDay, formatAverage } from '../../words/daily.ts'
import { formatDate } from '../../words/dates.ts'
import { formatShare } from '../../words/explorer.ts'
import { Trend } from '../people/Trend.tsx'
import type { History } from './use-history.ts'

/** The rating with puzzles at the end of each day. */
export function PuzzleTrend({ puzzles }: { readonly puzzles: PuzzleProgress }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const points = Object.entries(puzzles.past)
    .flatMap(([day, { rating }]) => (rating === undefined ? [] : [{ day, rating }]))
    .sort((a, b) => a.day.localeCompare(b.day))
    .slice(-MOST_SHOWN)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return null
  return (
    <section>
      <h2>{t('progress.puzzleRating')}</h2>
      <Trend
        label={t('progress.puzzleRating')}
        values={points.map(({ rating }) => rating)}
        ends={[
          describeDay(language, first.day, 'medium'),
          describeDay(language, last.day, 'medium'),
        ]}
      />
    </section>
  )
}

/** The accuracy of the reviewed games, in the order in which they were reviewed. */
export function AccuracyTrend() {
  const t = useTranslate()
  const { deviceStorage, language } = useServices()
  const [log] = useState(() => createAccuracyLog(deviceStorage).value.peek().slice(-MOST_SHOWN))
  const spoken = language.speech.value.language
  const [first, last] = [log[0], log.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <section>
      <h2>
        {t('progress.accuracy')} · {formatShare(spoken, Math.round(last.accuracy) / 100)}
      </h2>
      <Trend
        label={t('progress.accuracy')}
        values={log.map(({ accuracy }) => Math.round(accuracy))}
        ends={[formatDate(spoken, first.at), formatDate(spoken, last.at)]}
      />
      <p class="note">{t('progress.accuracyNote')}</p>
    </section>
  )
}

/** The mean margin at each level of the game of the day. */
export function DailyMeans({ history }: { readonly history: Pick<History, 'daily'> }) {
  const t = useTranslate()
  const at = useAddress()
  const { language } = useServices().language.speech.value
  const means = dailyMeans(history.daily)
  if (means.length === 0) return null
  return (
    <section>
      <h2>
        <a href={at(ROUTES.daily)}>{t('daily.title')}</a>
      </h2>
      <ul>
        {means.map(({ level, mean }) => (
          <li key={level}>
            {t('progress.dailyMean', { level, mean: formatAverage(language, mean) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

/** More points would be finer than a phone can show. */
const MOST_SHOWN = 200
