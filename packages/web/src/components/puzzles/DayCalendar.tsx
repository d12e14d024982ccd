import { useState } from 'preact/hooks'
import { type Language, useTranslate } from '../../i18n/i18n.ts'
import { type Day, dayOf, monthAfter, monthOf, weeksOf } from '../../models/device/days.ts'
import { FIRST_PUZZLE_DAY } from '../../models/puzzles/catalogue.ts'
import {
  DAY_RESULTS,
  type DayResult,
  type PuzzleProgress,
} from '../../models/puzzles/puzzle-store.ts'
import { puzzleRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { formatDay, nameOfDay } from '../../words/dates.ts'
import { describeDay } from '../../words/puzzles.ts'

/** The puzzles of past days, a month at a time, with the result of each. */
export function DayCalendar({ progress }: { progress: PuzzleProgress }) {
  const { now, language: spoken } = useServices()
  const { language } = spoken.speech.value
  const today = dayOf(now())
  const [month, setMonth] = useState(monthOf(today))
  const seen = seenIn(month, progress)
  return (
    <div class="day-calendar">
      <Head {...{ month, today, language }} onMonth={setMonth} />
      <table>
        <thead>
          <tr>
            {A_WEEK.map((day) => (
              <th key={day} scope="col" abbr={formatDay(language, day, { weekday: 'long' })}>
                {formatDay(language, day, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={`${month} ${index}`}>
              {week.map((day, weekday) => (
                <td key={day ?? weekday}>
                  {day !== undefined && (
                    <DayCell day={day} today={today} language={language} progress={progress} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {seen.length > 0 && <Legend results={seen} />}
    </div>
  )
}

// --- internal ---

/** Any week that begins on a Monday. */
const A_WEEK = [
  '2026-11-02',
  '2026-11-03',
  '2026-11-04',
  '2026-11-05',
  '2026-11-06',
  '2026-11-07',
  '2026-11-08',
]

interface HeadProps {
  readonly month: string
  readonly today: Day
  readonly language: Language
  readonly onMonth: (month: string) => void
}

/** The month shown, between the buttons to its neighbours. */
function Head({ month, today, language, onMonth }: HeadProps) {
  const t = useTranslate()
  return (
    <div class="day-calendar-head">
      <button
        type="button"
        class="button button-quiet"
        aria-label={t('puzzles.day.earlier')}
        disabled={month <= monthOf(FIRST_PUZZLE_DAY)}
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <Icon name="previous" />
      </button>
      <h3 aria-live="polite">
        {formatDay(language, `${month}-01`, { month: 'long', year: 'numeric' })}
      </h3>
      <button
        type="button"
        class="button button-quiet"
        aria-label={t('puzzles.day.later')}
        disabled={month >= monthOf(today)}
        onClick={() => onMonth(monthAfter(month, 1))}
      >
        <Icon name="next" />
      </button>
    </div>
  )
}

/** The accessible name of a cell, for those who see only its sign. */
function Legend({ results }: { readonly results: readonly DayResult[] }) {
  const t = useTranslate()
  return (
    <p class="note" aria-hidden="true">
      {results
        .map((result) => `${SIGNS[result]}\u00a0${t(`puzzles.day.results.${result}`)}`)
        .join(' · ')}
    </p>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly today: Day
  readonly language: Language
  readonly progress: PuzzleProgress
}

function DayCell({ day, today, language, progress }: DayCellProps) {
  const t = useTranslate()
  const number = Number(day.slice(-2))
  if (day > today || day < FIRST_PUZZLE_DAY) return <span class="day-closed">{number}</span>
  const kept = progress.days[day]
  const name = nameOfDay(language, day)
  return (
    <a
      class={`day-open${kept === undefined ? '' : ` day-${kept.result}`}`}
      href={puzzleRoute(day)}
      aria-current={day === today ? 'date' : undefined}
      aria-label={t('puzzles.day.cell', { date: name, result: describeDay(t, kept) })}
    >
      {number}
      <span aria-hidden="true">{kept === undefined ? '' : SIGNS[kept.result]}</span>
    </a>
  )
}

/** The results that occur in a month, each once. */
function seenIn(month: string, { days }: PuzzleProgress): readonly DayResult[] {
  const inMonth = Object.entries(days).filter(([day]) => day.startsWith(month))
  const results = new Set(inMonth.map(([, { result }]) => result))
  return DAY_RESULTS.filter((result) => results.has(result))
}

const SIGNS: Readonly<Record<DayResult, string>> = {
  first: '★',
  later: '✓',
  tried: '…',
  shown: '–',
}
