import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { isAwaited } from '../../models/online/own-games.ts'
import { playRoute } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useOnline } from './use-connection.ts'

/**
 * A link to another game in which it is the player's turn, unless the end of this game links to it
 * already.
 */
export function NextGame({ model }: { model: OnlineGame }) {
  const t = useTranslate()
  const { connection, ownGames } = useOnline()
  const player = connection.player.value?.id
  const following = model.game.value?.next
  const next = ownGames.running.value.find(
    (game) => game.id !== model.id && game.id !== following && isAwaited(game, player),
  )
  if (next === undefined || model.isOurTurn.value) return null
  return (
    <a class="button action" href={playRoute(next.id)}>
      <Icon name="next" />
      {t('online.game.next')}
    </a>
  )
}
