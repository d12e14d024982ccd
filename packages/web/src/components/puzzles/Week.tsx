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

/** This week day by day. It uses the catalogue's part `progress`. */
export function Week({ days, today }: WeekProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [week = []] = weeksUpTo(today, 1)
  return (
    <ol class="streak-week" aria-label={t('progress.week')}>
      {week.map((day) => (
        <li
          key={day}
          class={`${days.has(day) ? 'streak-done' : ''}${day === today ? ' streak-now' : ''}`}
          aria-current={day === today ? 'date' : undefined}
        >
          <span aria-hidden="true">{formatDay(language, day, { weekday: 'narrow' })}</span>
          <span class="visually-hidden">
            {formatDay(language, day, { weekday: 'long' })}:{' '}
            {t(days.has(day) ? 'progress.done' : 'progress.open')}
          </span>
        </li>
      ))}
    </ol>
  )
}
