import { useTranslate } from '../../i18n/i18n.ts'
import { type Day, monthOf, weeksUpTo } from '../../models/device/days.ts'
import type { DayMark } from '../../models/site/history.ts'
import { useServices } from '../../services.ts'
import { formatDay } from '../../words/dates.ts'

interface DaysGridProps {
  readonly marks: ReadonlyMap<Day, DayMark>
  readonly today: Day
}

/** The days of the last weeks, a week a column, with what was done on each. */
export function DaysGrid({ marks, today }: DaysGridProps) {
  const t = useTranslate()
  const weeks = weeksUpTo(today, WEEKS)
  const months = useMonths(weeks)
  const shown = weeks.flat().filter((day) => day <= today)
  const count = (wanted: readonly (DayMark | undefined)[]) =>
    shown.filter((day) => wanted.includes(marks.get(day))).length
  const label = t('progress.daysLabel', {
    weeks: WEEKS,
    daily: count(['both', 'daily']),
    other: count(['other']),
  })
  return (
    <section class="days">
      <h2>{t('progress.days')}</h2>
      <svg
        class="days-grid"
        viewBox={`0 ${-HEAD} ${WEEKS * STEP} ${7 * STEP + HEAD}`}
        role="img"
        aria-label={label}
      >
        {months.map(({ column, name }) => (
          <text key={column} class="days-month" x={column * STEP} y={-7}>
            {name}
          </text>
        ))}
        {weeks.map((week, column) =>
          week.map(
            (day, row) =>
              day <= today && (
                <circle
                  key={day}
                  class={`day-mark day-mark-${marks.get(day) ?? 'none'}${day === today ? ' day-mark-now' : ''}`}
                  cx={(column + 0.5) * STEP}
                  cy={(row + 0.5) * STEP}
                  r={RADIUS}
                />
              ),
          ),
        )}
      </svg>
      <ul class="days-key note" aria-hidden="true">
        {MARKS.map((mark) => (
          <li key={mark}>
            <svg viewBox={`0 0 ${STEP} ${STEP}`} width="16" height="16" aria-hidden="true">
              <circle class={`day-mark day-mark-${mark}`} cx={STEP / 2} cy={STEP / 2} r={RADIUS} />
            </svg>
            {t(`progress.marks.${mark}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

/** About four months: on a phone, that leaves a gap between the dots. */
const WEEKS = 17
const STEP = 20
const RADIUS = 8
/** Room for the names of the months. */
const HEAD = 20

/** The months that begin in the weeks, each with the column of its first whole week. */
function useMonths(weeks: readonly (readonly Day[])[]) {
  const { language } = useServices().language.speech.value
  return weeks.flatMap(([first], column) => {
    const before = weeks[column - 1]?.[0]
    const begins = before !== undefined && first !== undefined && monthOf(before) !== monthOf(first)
    // The last column has no room for a name.
    if (!begins || column > weeks.length - 2) return []
    return [{ column, name: formatDay(language, first, { month: 'short' }) }]
  })
}

const MARKS = ['both', 'daily', 'other'] as const satisfies readonly DayMark[]
