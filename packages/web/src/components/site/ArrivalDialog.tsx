import type { GameSummary } from '@hokito/protocol'
import { useEffect } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Online } from '../../models/online/online.ts'
import { opponentIn } from '../../models/online/own-games.ts'
import { playRoute, ROUTES, readAddress } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeTerms } from '../../words/online.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { useCountdown } from '../online/use-countdown.ts'

interface ArrivalDialogProps {
  readonly online: Online
  readonly path: string
}

/**
 * Somebody has come for a game while we are elsewhere on the site: who it is, how long they wait, and the way there.
 * What the page is about stays as it is.
 */
export function ArrivalDialog({ online, path }: ArrivalDialogProps) {
  const { game, dismiss } = online.arrival
  const begun = game.value
  const { route } = readAddress(path)
  const leadsThere = WAITING_PAGES.some((page) => route === page || route.startsWith(`${page}/`))
  useEffect(() => {
    if (begun !== undefined && leadsThere) dismiss()
  }, [begun, leadsThere, dismiss])
  if (begun === undefined || leadsThere) return null
  return <Arrived online={online} game={begun} isInGame={route.startsWith(`${ROUTES.game}/`)} />
}

// --- internal ---

/** Pages that go to the game by themselves, and games with somebody else, which nothing may cover. */
const WAITING_PAGES: readonly string[] = [ROUTES.online, ROUTES.invite, ROUTES.play]

interface ArrivedProps {
  readonly online: Online
  readonly game: GameSummary
  /** Is there a game on this page that is left for it? */
  readonly isInGame: boolean
}

function Arrived({ online, game, isInGame }: ArrivedProps) {
  const t = useTranslate()
  const { connection, arrival } = online
  const { name } = opponentIn(game, connection.player.value?.id)
  const isPlaced = game.placed !== undefined
  const seconds = useCountdown(game.deadline, connection)
  return (
    <Dialog title={t('online.arrived.title', { name })} onClose={arrival.dismiss}>
      <p>{t('online.arrived.begins', { terms: describeTerms(t, game.terms) })}</p>
      {isInGame && <p>{t('online.arrived.kept')}</p>}
      {seconds !== undefined && (
        <p class="note" role="timer">
          {isPlaced
            ? t('online.placing.left', { time: formatClock(seconds * 1000) })
            : t('online.arrived.seconds', { seconds })}
        </p>
      )}
      <div class="button-row">
        {/* Whoever is called wants this, and not the cross. */}
        <a class="button button-main button-big" href={playRoute(game.id)} autofocus>
          {t('online.accept')}
        </a>
        <button type="button" class="button button-big" onClick={arrival.dismiss}>
          {t('online.arrived.later')}
        </button>
      </div>
    </Dialog>
  )
}
