import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { OnlineGameScreen } from '../components/online/OnlineGameScreen.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { createOnlineGame } from '../models/online/online-game.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned, useTitle } from '../ui/hooks.ts'
import { describeRefusal } from '../words/online.ts'
import '../components/online/online.css'

/** An online game by its id: for its players, for watchers, and after its end for everybody. */
export function PlayPage({ id }: { id: string }) {
  return <OneGame key={id} id={id} />
}

// --- internal ---

function OneGame({ id }: { id: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const connection = useConnection()
  const model = useOwned(() => createOnlineGame(id, { connection, randomBytes }))
  const game = model.game.value
  const record = model.record.value
  useTitle(t('online.title'))
  if (game !== undefined && record !== undefined) {
    return <OnlineGameScreen model={model} connection={connection} game={game} record={record} />
  }
  const missing = model.missing.value
  return (
    <div class="page">
      <h1>
        {missing !== undefined
          ? t('online.game.missing')
          : game === undefined
            ? t('online.game.loading')
            : game.ending !== undefined
              ? t('online.game.aborted')
              : t('online.game.dealing')}
      </h1>
      {missing !== undefined && <p>{describeRefusal(t, missing)}</p>}
      {game !== undefined && (
        <p>{t('online.versus', { black: game.seats.black.name, white: game.seats.white.name })}</p>
      )}
      <ConnectionNotice connection={connection} />
      <a class="button" href={ROUTES.online}>
        {t('online.game.lobby')}
      </a>
    </div>
  )
}
