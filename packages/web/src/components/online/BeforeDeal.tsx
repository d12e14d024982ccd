import { firstMoveDueAt, type GameView } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useCountdown } from './use-countdown.ts'

interface BeforeDealProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly connection: Connection
}

/** A game without a board: it is being dealt, waits for one of its players, or was called off before. */
export function BeforeDeal(props: BeforeDealProps) {
  const { model, game } = props
  const t = useTranslate()
  const { black, white } = game.seats
  const own = model.own.value
  const other = own && opposite(own)
  const isAlone = other !== undefined && model.presence.value?.seats[other].isHere === false
  if (isAlone && game.ending === undefined) {
    return <OnTheWay {...props} name={game.seats[other].name} />
  }
  return (
    <>
      <h1>{t(game.ending === undefined ? 'online.game.dealing' : 'online.game.aborted')}</h1>
      <p>{t('online.versus', { black: black.name, white: white.name })}</p>
    </>
  )
}

// --- internal ---

/** The server calls a player on whatever page they are; until they come there is nothing to deal. */
function OnTheWay({ game, connection, name }: BeforeDealProps & { readonly name: string }) {
  const t = useTranslate()
  const seconds = useCountdown(firstMoveDueAt(game), connection)
  return (
    <>
      <h1>{t('online.onTheWay.title', { name })}</h1>
      <p>{t('online.onTheWay.called', { name })}</p>
      {seconds !== undefined && (
        <p class="note" role="timer">
          {t('online.onTheWay.seconds', { seconds })}
        </p>
      )}
    </>
  )
}
