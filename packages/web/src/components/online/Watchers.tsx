import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'

/** The number of watchers, if there are any; nothing for a watcher who is alone. */
export function Watchers({ model }: { model: OnlineGame }) {
  const t = useTranslate()
  const count = model.presence.value?.watchers ?? 0
  const isWatching = model.own.value === undefined
  if (count <= (isWatching ? 1 : 0)) return null
  return (
    <p class="note" data-testid="watchers">
      {t('online.game.watchers', { count })}
    </p>
  )
}
