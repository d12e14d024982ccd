import { THEMES, type Theme } from '@hokito/engine/puzzles'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { dayOf, streakOf } from '../../models/device/days.ts'
import { EMPTY_BOARD, FAMILIAR_RULE, puzzleOfDay } from '../../models/puzzles/catalogue.ts'
import { isSettled } from '../../models/puzzles/puzzle-rating.ts'
import {
  createPuzzleStore,
  type PuzzleProgress,
  type PuzzleStore,
  solvedDays,
} from '../../models/puzzles/puzzle-store.ts'
import { puzzleRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeDay, describeFirstTries, describeRating } from '../../words/puzzles.ts'
import { joinSentences } from '../../words/sentences.ts'
import { PagePicture } from '../game/PagePicture.tsx'
import { PaintedBoard } from '../game/PaintedBoard.tsx'
import { DayCalendar } from './DayCalendar.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { Week } from './Week.tsx'
import { WithCatalogue } from './WithCatalogue.tsx'

/** All kinds of puzzles, and the player's results on this device. */
export function PuzzlesHome() {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  // A prerendered page knows neither the day nor the device.
  const [store, setStore] = useState<PuzzleStore | undefined>(undefined)
  useEffect(() => setStore(createPuzzleStore(deviceStorage)), [deviceStorage])
  return (
    <div class="page puzzles">
      <h1>{t('puzzles.title')}</h1>
      <PagePicture>{store && <TodaysBoard />}</PagePicture>
      <p class="lead">{t('puzzles.lead')}</p>
      <DaySection store={store} />
      <PracticeSection store={store} />
      <RushSection store={store} />
      <ThemesSection store={store} />
      <section class="puzzles-section puzzles-days">
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

/** Today's puzzle; undefined until the puzzles are loaded. */
function useTodays() {
  const { now } = useServices()
  const [catalogue] = useCatalogue()
  return useMemo(() => {
    if (typeof catalogue === 'string') return undefined
    const summary = puzzleOfDay(catalogue, dayOf(now()))
    return summary && catalogue.open(summary)
  }, [catalogue, now])
}

/** Today's puzzle to look at, and to open. */
function TodaysBoard() {
  const t = useTranslate()
  const puzzle = useTodays()
  if (puzzle === undefined) return <PaintedBoard position={EMPTY_BOARD} size={800} alt="" />
  const { position, kind } = puzzle
  return (
    <a href={puzzleRoute('daily')}>
      <PaintedBoard
        position={position}
        orientation={position.turn}
        size={800}
        alt={t(`puzzles.task.${kind}.${position.turn}`)}
      />
    </a>
  )
}

function DaySection({ store }: SectionProps) {
  const t = useTranslate()
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.day.title')}</h2>
      <p>{t('puzzles.day.lead')}</p>
      <p class="puzzles-room">{store && <TodaysTask />}</p>
      <a class="button button-main button-big" href={puzzleRoute('daily')}>
        {t('puzzles.day.open')}
      </a>
      <p class="note puzzles-room">{store && <Today progress={store.value.value} />}</p>
      <div class="puzzles-week">{store && <ThisWeek progress={store.value.value} />}</div>
    </section>
  )
}

function TodaysTask() {
  const t = useTranslate()
  const puzzle = useTodays()
  return puzzle && <strong>{t(`puzzles.task.${puzzle.kind}.${puzzle.position.turn}`)}</strong>
}

/** The days whose puzzle is solved. */
function useDays(progress: PuzzleProgress) {
  const { now } = useServices()
  return { today: dayOf(now()), days: solvedDays(progress) }
}

function ThisWeek({ progress }: { readonly progress: PuzzleProgress }) {
  return <Week {...useDays(progress)} />
}

/** The state of today's puzzle, and the days in a row on which it was solved. */
function Today({ progress }: { readonly progress: PuzzleProgress }) {
  const t = useTranslate()
  const { today, days } = useDays(progress)
  const streak = streakOf(days, today)
  return joinSentences(
    describeDay(t, progress.days[today]),
    streak > 1 ? t('puzzles.day.streak', { count: streak }) : '',
  )
}

function PracticeSection({ store }: SectionProps) {
  const t = useTranslate()
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.practice.title')}</h2>
      <p>{t('puzzles.practice.lead')}</p>
      <p class="note puzzles-room">{store && describeProgress(t, store.value.value)}</p>
      {store && <OtherRule store={store} />}
      <a class="button button-big" href={puzzleRoute('practice')}>
        {t('puzzles.practice.start')}
      </a>
    </section>
  )
}

/** Each theme with the number of its puzzles; one press starts it. */
function ThemesSection({ store }: SectionProps) {
  const t = useTranslate()
  return (
    <section class="puzzles-section">
      <h2>{t('puzzles.practice.theme')}</h2>
      <p class="note">{t('puzzles.practice.themeNote')}</p>
      <ul class="puzzles-themes">
        {THEMES.map((theme) => (
          <li key={theme}>
            <a
              class="card-link"
              href={`${puzzleRoute('practice')}?${new URLSearchParams({ theme })}`}
            >
              <span class="card-title">{t(`puzzles.themes.${theme}`)}</span>
              <span class="note">
                {store && <ThemeCount theme={theme} anyRule={store.value.value.anyRule} />}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ThemeCountProps {
  readonly theme: Theme
  readonly anyRule: boolean
}

function ThemeCount({ theme, anyRule }: ThemeCountProps) {
  const [catalogue] = useCatalogue()
  if (typeof catalogue === 'string') return null
  const fit = catalogue.summaries.filter(
    ({ themes, endRule }) => themes.includes(theme) && (anyRule || endRule === FAMILIAR_RULE),
  )
  return <>{fit.length}</>
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

/** How many puzzles were solved, the rating, and which tries change it. */
function describeProgress(t: ReturnType<typeof useTranslate>, progress: PuzzleProgress): string {
  return joinSentences(
    describeFirstTries(t, progress),
    describeRating(t, progress.rating),
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
