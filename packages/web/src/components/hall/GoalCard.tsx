import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { GAMES_IN_A_ROW, winsInARow } from '../../models/local/next-level.ts'
import { HIGHEST_LEVEL } from '../../models/local/seat.ts'
import { quickTerms, startGame } from '../../models/local/start-game.ts'
import { gameRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import type { History } from './use-history.ts'

/** The next goal against the computer, how far it is, and a button that leads on. */
export function GoalCard({ history }: { readonly history: Pick<History, 'played' | 'next'> }) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const { level } = history.next
  const of = level === 'best' ? 1 : GAMES_IN_A_ROW
  const done = Math.min(winsInARow(history.played, level), of)
  return (
    <section class="goal">
      <h2>{t('progress.goal.title')}</h2>
      <p class="goal-what">
        {level === 'best' ? t('progress.goal.best') : t('progress.goal.level', { level })}
      </p>
      <progress class="goal-bar" max={of} value={done} aria-label={t('progress.goal.title')} />
      <p class="note">
        {t('progress.goal.done', { done, of })}
        {level !== 'best' && level < HIGHEST_LEVEL && (
          <> · {t('progress.goal.then', { level: level + 1 })}</>
        )}
      </p>
      {services.hasComputer && (
        <button
          type="button"
          class="button button-main"
          onClick={() => route(gameRoute(startGame(services, quickTerms(services, level))))}
        >
          {level === 'best' ? t('progress.goal.playBest') : t('progress.goal.play', { level })}
        </button>
      )}
    </section>
  )
}
