import type { GameId } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { isAwaited } from '../../models/online/own-games-state.ts'
import { playRoute } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useOnline } from './use-connection.ts'

/**
 * A link to another game in which it is the player's turn, unless the end of this game leads to it
 * already.
 */
export function NextGame({ model }: { model: OnlineGame }) {
  const t = useTranslate()
  const { connection, ownGames, arrival } = useOnline()
  const player = connection.player.value?.id
  const led: readonly (GameId | undefined)[] = [
    model.id,
    model.game.value?.next,
    arrival.told.value,
  ]
  const next = ownGames.running.value.find(
    (game) => !led.includes(game.id) && isAwaited(game, player),
  )
  if (next === undefined || model.isOurTurn.value) return null
  return (
    <a class="button action" href={playRoute(next.id)}>
      <Icon name="next" />
      {t('online.game.next')}
    </a>
  )
}
