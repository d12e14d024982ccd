import { useTranslate } from '../../i18n/i18n.ts'
import { type Day, weeksUpTo } from '../../models/device/days.ts'
import { useServices } from '../../services.ts'
import { formatDay } from '../../words/dates.ts'
import './week.css'

interface WeekProps {
  /** The days with the puzzle or the game of the day. */
  readonly days: ReadonlySet<Day>
  readonly today: Day
}

/**
 * This week day by day: done, missed, still open today, or still to come. It uses the catalogue's
 * part `progress`.
 */
export function Week({ days, today }: WeekProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [week = []] = weeksUpTo(today, 1)
  const stateOf = (day: Day) => {
    if (days.has(day)) return 'done'
    if (day === today) return 'open'
    return day < today ? 'missed' : 'later'
  }
  return (
    <ol class="streak-week" aria-label={t('progress.week')}>
      {week.map((day) => (
        <li
          key={day}
          class={`streak-${stateOf(day)}${day === today ? ' streak-now' : ''}`}
          aria-current={day === today ? 'date' : undefined}
        >
          <span aria-hidden="true">{formatDay(language, day, { weekday: 'narrow' })}</span>
          <span class="visually-hidden">
            {formatDay(language, day, { weekday: 'long' })}: {t(`progress.${stateOf(day)}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
