import { turnAt } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { playRoute } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'

interface NextGameProps {
  readonly model: OnlineGame
  readonly connection: Connection
}

/** Where one's own move is awaited in another game: the way there. */
export function NextGame({ model, connection }: NextGameProps) {
  const t = useTranslate()
  const [next, setNext] = useState<string | undefined>(undefined)
  const ply = model.game.value?.moves.length
  const isOurTurn = model.isOurTurn.value
  const player = connection.player.value?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every move.
  useEffect(() => {
    if (isOurTurn) return
    let isWanted = true
    void connection.send({ type: 'myGames' }).then((reply) => {
      if (!isWanted || reply?.ok !== true) return
      const waiting = reply.games?.find(
        ({ id, ending, seats, ply: played }) =>
          id !== model.id && ending === undefined && seats[turnAt(played)].id === player,
      )
      setNext(waiting?.id)
    })
    return () => {
      isWanted = false
    }
  }, [isOurTurn, ply, player, model, connection])
  if (next === undefined || isOurTurn) return null
  return (
    <a class="button action" href={playRoute(next)}>
      <Icon name="next" />
      {t('online.game.next')}
    </a>
  )
}
