import { useEffect } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { lessonRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'

/** What the game is about, beside the first boards: until a game on this device has ended, or it is put away. */
export function GoalTip({ isOver }: { readonly isOver: boolean }) {
  const t = useTranslate()
  const at = useAddress()
  const { settings, change } = useServices().settings
  const { knowsGoal } = settings.value
  const isNews = isOver && !knowsGoal
  useEffect(() => {
    if (isNews) change({ knowsGoal: true })
  }, [isNews, change])
  if (knowsGoal || isOver) return null
  return (
    <aside class="goal-tip">
      <p>
        {t('game.goal')} <a href={at(lessonRoute('board'))}>{t('nav.learn')}</a>
      </p>
      <button type="button" class="button button-small" onClick={() => change({ knowsGoal: true })}>
        {t('notice.ok')}
      </button>
    </aside>
  )
}
