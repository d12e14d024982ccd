import { type GameSummary, isLive } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { isMissed } from '../../models/online/own-games-state.ts'
import { opponentIn } from '../../models/online/own-seat.ts'
import type { Online } from '../../models/site/online.ts'
import { inviteRoute, playRoute, ROUTES, readAddress } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { describeTerms } from '../../words/online.ts'
import { formatCountdown, useCountdown } from '../online/use-countdown.ts'
import { useTournamentOf } from '../online/use-tournament-of.ts'
import { withTexts } from './with-texts.tsx'

interface ArrivalDialogProps {
  readonly online: Online
  readonly path: string
}

/**
 * Shown when a game of the player's begins while they are elsewhere on the site: the opponent, the
 * time left and a link. The page below does not change. A player who declines sees that the
 * opponent has been notified.
 */
export function ArrivalDialog({ online, path }: ArrivalDialogProps) {
  const { game, challenge, told, dismiss } = online.arrival
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
  if (begun === undefined || leadsThere || begun.id === told.value) return null
  return (
    <Arrived
      key={begun.id}
      online={online}
      game={begun}
      isInGame={route.startsWith(`${ROUTES.game}/`)}
      onDeclined={setDeclined}
    />
  )
}

// --- internal ---

const OfTournament = lazily(async () =>
  withTexts(['tournaments'], (await import('../online/OfTournament.tsx')).OfTournament),
)

/** The player has called the game off. */
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
  /** Whether this page has another game, which the player would leave. */
  readonly isInGame: boolean
  /** Called with the opponent's name after the player has declined. */
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
  const time = seconds === undefined ? undefined : formatCountdown(seconds)
  // A player who accepted a challenge is online; a tournament starts games without checking that.
  const isTaken = arrival.challenge.value !== undefined
  const title = isTaken ? 'online.arrived.title' : 'online.arrived.against'
  const tournament = useTournamentOf(game)
  const isOfTournament = tournament !== undefined
  // A correspondence game can wait. In a tournament calling the game off would lose it, so that is
  // not offered.
  const canWait = !isLive(game.terms.timeControl) || isOfTournament
  const callOff = async () => {
    if (await arrival.decline(randomBytes)) onDeclined(name)
  }
  return (
    <Dialog title={t(title, { name })} onClose={arrival.dismiss}>
      {wasMissed && <p>{t('online.arrived.missed', { name })}</p>}
      {isOfTournament && <OfTournament tournament={tournament} />}
      <p>{t('online.arrived.begins', { terms: describeTerms(t, game.terms) })}</p>
      {isInGame && <p>{t('online.arrived.kept')}</p>}
      {time !== undefined && (
        <p class="note" role="timer">
          {isPlaced
            ? t('online.placing.left', { time })
            : t(isOfTournament ? 'online.arrived.loses' : 'online.arrived.seconds', { time })}
        </p>
      )}
      <div class="button-row">
        {/* The focus is on this link, not on the close button. */}
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
