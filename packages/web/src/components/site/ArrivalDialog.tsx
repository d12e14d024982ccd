import { type GameSummary, isLive } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Online } from '../../models/online/online.ts'
import { isMissed } from '../../models/online/own-games.ts'
import { opponentIn } from '../../models/online/own-seat.ts'
import { inviteRoute, playRoute, ROUTES, readAddress } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeTerms } from '../../words/online.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { useCountdown } from '../online/use-countdown.ts'
import { useTournamentOf } from '../online/use-tournament-of.ts'

interface ArrivalDialogProps {
  readonly online: Online
  readonly path: string
}

/**
 * A game of ours has begun while we are elsewhere on the site: against whom, how long there is time, and the way there.
 * What the page is about stays as it is. Whoever does not want to play just now is told that the other knows.
 */
export function ArrivalDialog({ online, path }: ArrivalDialogProps) {
  const { game, challenge, dismiss } = online.arrival
  const [declined, setDeclined] = useState<string | undefined>(undefined)
  const begun = game.value
  const { route } = readAddress(path)
  const isThere = path === (begun && playRoute(begun.id))
  const leadsThere = isThere || path === (challenge.value && inviteRoute(challenge.value))
  useEffect(() => {
    if (begun !== undefined && leadsThere) dismiss()
  }, [begun, leadsThere, dismiss])
  if (declined !== undefined) {
    return <Declined name={declined} onClose={() => setDeclined(undefined)} />
  }
  if (begun === undefined || leadsThere) return null
  return (
    <Arrived
      online={online}
      game={begun}
      isInGame={route.startsWith(`${ROUTES.game}/`)}
      onDeclined={setDeclined}
    />
  )
}

// --- internal ---

/** The game is called off by our own wish. */
function Declined({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog title={t('online.arrived.declinedTitle')} onClose={onClose}>
      <p>{t('online.arrived.declined', { name })}</p>
      <div class="button-row">
        <button type="button" class="button button-big" onClick={onClose}>
          {t('game.close')}
        </button>
      </div>
    </Dialog>
  )
}

interface ArrivedProps {
  readonly online: Online
  readonly game: GameSummary
  /** Is there a game on this page that is left for it? */
  readonly isInGame: boolean
  /** We did not want to play; the other, whose name it is, has been told. */
  readonly onDeclined: (name: string) => void
}

function Arrived({ online, game, isInGame, onDeclined }: ArrivedProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { connection, arrival, ownGames } = online
  const player = connection.player.value?.id
  const { id: opponent, name } = opponentIn(game, player)
  const isPlaced = game.placed !== undefined
  const wasMissed = ownGames.over.value.some(
    (over) => isMissed(over, player) && opponentIn(over, player).id === opponent,
  )
  const seconds = useCountdown(game.deadline, connection)
  // Whoever has taken a challenge is here; a tournament begins games without asking who is.
  const isTaken = arrival.challenge.value !== undefined
  const title = isTaken ? 'online.arrived.title' : 'online.arrived.against'
  const isOfTournament = useTournamentOf(game) !== undefined
  // Where a move may take days nobody waits, and the game can be put off; in a tournament it would be lost at once.
  const canWait = !isLive(game.terms.timeControl) || isOfTournament
  const callOff = async () => {
    if (await arrival.decline(randomBytes)) onDeclined(name)
  }
  return (
    <Dialog title={t(title, { name })} onClose={arrival.dismiss}>
      {wasMissed && <p>{t('online.arrived.missed', { name })}</p>}
      <p>{t('online.arrived.begins', { terms: describeTerms(t, game.terms) })}</p>
      {isInGame && <p>{t('online.arrived.kept')}</p>}
      {seconds !== undefined && (
        <p class="note" role="timer">
          {isPlaced
            ? t('online.placing.left', { time: formatClock(seconds * 1000) })
            : t(isOfTournament ? 'online.arrived.loses' : 'online.arrived.seconds', { seconds })}
        </p>
      )}
      <div class="button-row">
        {/* Whoever is called wants this, and not the cross. */}
        <a class="button button-main button-big" href={playRoute(game.id)} autofocus>
          {t('online.accept')}
        </a>
        {canWait ? (
          <button type="button" class="button button-big" onClick={arrival.dismiss}>
            {t('online.arrived.later')}
          </button>
        ) : (
          <button type="button" class="button button-big" onClick={() => void callOff()}>
            {t('online.game.abort')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
