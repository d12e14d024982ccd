import { LOCALES, useTranslate } from '../../i18n/i18n.ts'
import { weeksUpTo } from '../../models/device/days.ts'
import { puzzleRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import type { History } from './use-history.ts'

/** The days in a row, this week day by day, and what is open today. */
export function StreakCard({ history }: { readonly history: Pick<History, 'streak' | 'today'> }) {
  const t = useTranslate()
  const at = useAddress()
  const { streak } = history
  return (
    <section class="streak">
      <h2 class="streak-count">
        {streak.count > 0 && <b>{streak.count}</b>} {t('progress.row')}
      </h2>
      <p class="note">
        {streak.longest > streak.count && t('progress.best', { count: streak.longest })}
      </p>
      <Week history={history} />
      <p class="streak-today">
        <Today
          href={puzzleRoute('daily')}
          name={t('nav.puzzleOfDay')}
          isDone={streak.isPuzzleDone}
        />
        <Today href={at(ROUTES.daily)} name={t('nav.daily')} isDone={streak.isGameDone} />
      </p>
      <p class="note">{t('progress.free')}</p>
    </section>
  )
}

/** This week day by day. */
export function Week({
  history: { streak, today },
}: {
  readonly history: Pick<History, 'streak' | 'today'>
}) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [week = []] = weeksUpTo(today, 1)
  const name = (day: string, weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(LOCALES[language], { weekday, timeZone: 'UTC' }).format(new Date(day))
  return (
    <ol class="streak-week" aria-label={t('progress.week')}>
      {week.map((day) => (
        <li
          key={day}
          class={`${streak.days.has(day) ? 'streak-done' : ''}${day === today ? ' streak-now' : ''}`}
          aria-current={day === today ? 'date' : undefined}
        >
          <span aria-hidden="true">{name(day, 'narrow')}</span>
          <span class="visually-hidden">
            {name(day, 'long')}: {t(streak.days.has(day) ? 'progress.done' : 'progress.open')}
          </span>
        </li>
      ))}
    </ol>
  )
}

// --- internal ---

interface TodayProps {
  readonly href: string
  readonly name: string
  readonly isDone: boolean
}

/** One of the two things to do today. */
function Today({ href, name, isDone }: TodayProps) {
  const t = useTranslate()
  return (
    <span>
      <a href={href}>{name}</a> {isDone ? `✓ ${t('progress.done')}` : t('progress.open')}
    </span>
  )
}
