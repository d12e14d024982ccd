import { useTranslate } from '../../i18n/i18n.ts'
import { puzzleRoute, ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { Week } from '../puzzles/Week.tsx'
import type { History } from './use-history.ts'

interface StreakCardProps {
  readonly history: Pick<History, 'streak' | 'today' | 'puzzles'>
  /** Whether the page says elsewhere what is done today. */
  readonly isBrief?: boolean
}

/** The days in a row, this week day by day, and what is open today. */
export function StreakCard({ history, isBrief = false }: StreakCardProps) {
  const t = useTranslate()
  const at = useAddress()
  const { streak, puzzles, today } = history
  const isSeen = puzzles.days[today]?.result === 'shown'
  return (
    <section class="streak">
      <h2 class="streak-count">
        {streak.count > 0 && <b>{streak.count}</b>} {t('progress.row')}
      </h2>
      <p class="note">
        {streak.longest > streak.count && t('progress.best', { count: streak.longest })}
      </p>
      <Week days={streak.days} today={today} />
      {!isBrief && (
        <p class="streak-today">
          <Today
            href={puzzleRoute('daily')}
            name={t('nav.puzzleOfDay')}
            isDone={streak.isPuzzleDone}
            isSeen={isSeen}
          />
          <Today href={at(ROUTES.daily)} name={t('nav.daily')} isDone={streak.isGameDone} />
        </p>
      )}
      <p class="note">{t('progress.free')}</p>
    </section>
  )
}

// --- internal ---

interface TodayProps {
  readonly href: string
  readonly name: string
  readonly isDone: boolean
  /** Whether it can no longer be done, because the player has seen the solution. */
  readonly isSeen?: boolean
}

/** One of the two things to do today. */
function Today({ href, name, isDone, isSeen = false }: TodayProps) {
  const t = useTranslate()
  const open = t(isSeen ? 'progress.seen' : 'progress.open')
  return (
    <span>
      <a href={href}>{name}</a> {isDone ? `✓ ${t('progress.done')}` : open}
    </span>
  )
}
