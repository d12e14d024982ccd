import { useTranslate } from '../../i18n/i18n.ts'
import { lessonRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { useNewcomer } from './use-newcomer.ts'

/**
 * The goal of the game, beside the first boards. It disappears once a game has ended, all lessons
 * are done, or the player closes it; after three moves its sheet hides it.
 */
export function GoalTip() {
  const t = useTranslate()
  const at = useAddress()
  const { settings } = useServices()
  if (!useNewcomer()) return null
  return (
    <aside class="goal-tip">
      <p>
        {t('game.goal')} <a href={at(lessonRoute('board'))}>{t('nav.learn')}</a>
      </p>
      <button
        type="button"
        class="button button-text button-small"
        onClick={() => settings.change({ knowsGoal: true })}
      >
        {t('notice.ok')}
      </button>
    </aside>
  )
}
