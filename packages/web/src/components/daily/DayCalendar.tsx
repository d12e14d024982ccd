import { type Day, dayAfter, FIRST_DAY } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { dayQuery } from '../../models/daily/daily-link.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { describeDay } from '../../words/daily.ts'

interface DayCalendarProps {
  readonly today: Day
  /** The day that is shown. */
  readonly day: Day
  readonly played: ReadonlySet<Day>
  /** The days in a row. */
  readonly streak: number
}

/** The days so far, the latest first, with a mark at each that has been played. */
export function DayCalendar({ today, day, played, streak }: DayCalendarProps) {
  const t = useTranslate()
  const at = useAddress()
  const { language } = useServices().language.speech.value
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const days = daysBefore(today, shown)
  return (
    <>
      {streak > 1 && <p>{t('daily.streak', { count: streak })}</p>}
      <ul class="daily-days">
        {days.map((each) => (
          <li key={each}>
            <a
              href={at(ROUTES.daily) + dayQuery(each === today ? undefined : each)}
              aria-current={each === day ? 'page' : undefined}
            >
              {each === today ? t('daily.today') : describeDay(language, each, 'medium')}
              {played.has(each) && (
                <span class="daily-done">
                  <span aria-hidden="true">✓</span>
                  <span class="visually-hidden">{t('daily.done')}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {days.at(-1) !== FIRST_DAY && (
        <button
          type="button"
          class="button button-small"
          onClick={() => setShown(shown + SHOWN_AT_ONCE)}
        >
          {t('daily.moreDays')}
        </button>
      )}
    </>
  )
}

// --- internal ---

const SHOWN_AT_ONCE = 14

/** If the device's clock is before the first day, only that day is shown. */
function daysBefore(today: Day, count: number): readonly Day[] {
  const days = Array.from({ length: count }, (_, n) => dayAfter(today, -n))
  const there = days.filter((day) => day >= FIRST_DAY)
  return there.length > 0 ? there : [FIRST_DAY]
}
