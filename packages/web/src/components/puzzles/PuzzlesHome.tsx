import { THEMES, type Theme } from '@hokito/engine/puzzles'
import { useEffect, useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { dayOf, streakOf } from '../../models/device/days.ts'
import { isSettled } from '../../models/puzzles/puzzle-rating.ts'
import {
  createPuzzleStore,
  type PuzzleProgress,
  type PuzzleStore,
  solvedDays,
} from '../../models/puzzles/puzzle-store.ts'
import { puzzleRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeDay } from '../../words/puzzles.ts'
import { joinSentences } from '../../words/sentences.ts'
import { DayCalendar } from './DayCalendar.tsx'
import { WithCatalogue } from './WithCatalogue.tsx'

/** All kinds of puzzles, and the player's results on this device. */
export function PuzzlesHome() {
  const t = useTranslate()
  // A prerendered page knows neither the day nor the device.
  const [store, setStore] = useState<PuzzleStore | undefined>(undefined)
  useEffect(() => setStore(createPuzzleStore(() => localStorage)), [])
  return (
    <div class="page puzzles">
      <h1>{t('puzzles.title')}</h1>
      <p class="lead">{t('puzzles.lead')}</p>
      <DaySection store={store} />
      <PracticeSection store={store} />
      <RushSection store={store} />
      <section class="puzzles-section">
        <h2>{t('puzzles.day.calendar')}</h2>
        <p class="note">{t('puzzles.day.makeUp')}</p>
        <div class="day-room">{store && <DayCalendar progress={store.value.value} />}</div>
      </section>
      <div class="puzzles-ready">
        {store && (
          <WithCatalogue>
            {({ summaries }) => (
              <p class="note">{t('puzzles.ready', { count: summaries.length })}</p>
            )}
          </WithCatalogue>
        )}
      </div>
    </div>
  )
}

// --- internal ---

interface SectionProps {
  /** Undefined on a prerendered page. */
  readonly store: PuzzleStore | undefined
}

function DaySection({ store }: SectionProps) {
  const t = useTranslate()
  const { now } = useServices()
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.day.title')}</h2>
      <p>{t('puzzles.day.lead')}</p>
      <a class="button button-main button-big" href={puzzleRoute('daily')}>
        {t('puzzles.day.open')}
      </a>
      <p class="note puzzles-room">{store && describeToday(t, store.value.value, dayOf(now()))}</p>
    </section>
  )
}

/** The state of today's puzzle, and the number of solved days in a row. */
function describeToday(
  t: ReturnType<typeof useTranslate>,
  progress: PuzzleProgress,
  today: string,
): string {
  const streak = streakOf(solvedDays(progress), today)
  return joinSentences(
    describeDay(t, progress.days[today]),
    streak > 1 ? t('puzzles.day.streak', { count: streak }) : '',
  )
}

function PracticeSection({ store }: SectionProps) {
  const t = useTranslate()
  const id = useId()
  const [theme, setTheme] = useState<Theme | undefined>(undefined)
  const query = theme === undefined ? '' : `?${new URLSearchParams({ theme })}`
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.practice.title')}</h2>
      <p>{t('puzzles.practice.lead')}</p>
      <p class="note puzzles-room">{store && describeRating(t, store.value.value)}</p>
      <div class="field">
        <label for={id}>{t('puzzles.practice.theme')}</label>
        <select
          id={id}
          class="select"
          value={theme ?? ''}
          onChange={({ currentTarget }) =>
            setTheme(THEMES.find((each) => each === currentTarget.value))
          }
        >
          <option value="">{t('puzzles.practice.any')}</option>
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {t(`puzzles.themes.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {theme !== undefined && <p class="note">{t('puzzles.practice.themeNote')}</p>}
      {store && <OtherRule store={store} />}
      <a class="button button-big" href={puzzleRoute('practice') + query}>
        {t('puzzles.practice.start')}
      </a>
    </section>
  )
}

/**
 * The choice of puzzles with the other end rule, only after some puzzles, because a beginner knows
 * only one rule.
 */
function OtherRule({ store }: { readonly store: PuzzleStore }) {
  const t = useTranslate()
  const { rating, anyRule } = store.value.value
  if (!isSettled(rating) && !anyRule) return null
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={anyRule}
        onChange={({ currentTarget: { checked } }) =>
          store.change((now) => ({ ...now, anyRule: checked }))
        }
      />
      {t('puzzles.practice.anyRule')}
    </label>
  )
}

/** The rating once it is settled; until then, a note that it needs more puzzles. */
function describeRating(t: ReturnType<typeof useTranslate>, { rating }: PuzzleProgress): string {
  return joinSentences(
    isSettled(rating)
      ? t('puzzles.rating.is', { rating: Math.round(rating.rating) })
      : t('puzzles.rating.settling'),
    t('puzzles.rating.firstTry'),
    t('puzzles.rating.missed'),
  )
}

function RushSection({ store }: SectionProps) {
  const t = useTranslate()
  const best = store?.value.value.rushBest ?? 0
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.rush.title')}</h2>
      <p>{t('puzzles.rush.lead')}</p>
      <a class="button button-big" href={puzzleRoute('rush')}>
        {t('puzzles.rush.start')}
      </a>
      <p class="note puzzles-room">{best > 0 && t('puzzles.rush.best', { score: best })}</p>
    </section>
  )
}
