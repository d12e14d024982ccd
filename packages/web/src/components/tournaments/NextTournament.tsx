import { DAY_MS, type Tournament } from '@hokito/protocol'
import { useCallback, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { fetchTournaments, isOpen } from '../../models/tournaments/tournaments.ts'
import { useServices } from '../../services.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'
import { describeFacts, formatCountdown, tournamentName } from '../../words/tournaments.ts'
import { useConnection } from '../online/use-connection.ts'
import { useCountdown } from '../online/use-countdown.ts'
import './tournaments.css'

/** The tournament that a player can join soonest, with the time until it starts. */
export function NextTournament() {
  const [next, setNext] = useState<Tournament | undefined>(undefined)
  const ask = useCallback(async () => {
    const all = await fetchTournaments()
    // Without an answer the previous one stays.
    if (all !== undefined) setNext(all.find(isOpen))
  }, [])
  useAskedAgain(ask, ASK_MS)
  return next && <OneTournament tournament={next} />
}

/** The time until a tournament starts, if that is soon, or that it is in progress. */
export function StartLine({ tournament }: { readonly tournament: Tournament }) {
  const t = useTranslate()
  const { isUnderWay, seconds } = useStart(tournament)
  if (isUnderWay) {
    // Only an arena can be joined at any time.
    const words = tournament.kind === 'arena' ? 'runningNow' : 'inProgress'
    return <span class="tournament-pause tournament-running">{t(`tournaments.${words}`)}</span>
  }
  if (seconds === undefined) return null
  return (
    <span class="tournament-pause" role="timer">
      {t('tournaments.startsIn', { time: formatCountdown(seconds) })}
    </span>
  )
}

// --- internal ---

const ASK_MS = 30_000
const COUNTED_MS = DAY_MS

function OneTournament({ tournament }: { readonly tournament: Tournament }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { isUnderWay } = useStart(tournament)
  return (
    <section class="next-tournament">
      <h2>{t(isUnderWay ? 'tournaments.underWay' : 'tournaments.comingUp')}</h2>
      <a class="card-link" href={tournamentRoute(tournament.id)}>
        <strong>{tournamentName(t, language, tournament)}</strong>
        <small>{describeFacts(t, language, tournament).join(' · ')}</small>
        <StartLine tournament={tournament} />
      </a>
    </section>
  )
}

/** Whether a tournament has started, and the seconds until it does, if that is soon. */
function useStart({ startsAt, round }: Tournament) {
  const connection = useConnection()
  // Until the server has sent its time, the device's clock may be minutes off.
  const isTimeKnown = connection.status.value === 'online'
  const seconds = useCountdown(isTimeKnown ? startsAt : undefined, connection, COUNTED_MS)
  return { isUnderWay: round > 0 || seconds === 0, seconds }
}
