import type { Tournament, TournamentKind } from '@hokito/protocol'
import { useCallback, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { fetchOwnTournaments, fetchTournaments } from '../../models/tournaments/tournaments.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'
import { describeFacts, tournamentName } from '../../words/tournaments.ts'
import { useConnection } from '../online/use-connection.ts'
import { StartLine } from './NextTournament.tsx'
import { TournamentForm } from './TournamentForm.tsx'
import { TournamentsAside } from './TournamentsAside.tsx'
import '../online/online.css'
import './tournaments.css'

/**
 * Upcoming, running and finished tournaments, and a form to create one. Its players also see which
 * ones were called off.
 */
export function TournamentList() {
  const t = useTranslate()
  // A visitor gets a guest identity on the server here, as in the lobby.
  useConnection()
  const [all, setAll] = useState<readonly Tournament[] | 'asked' | undefined>('asked')
  const [ownOver, setOwnOver] = useState<readonly Tournament[]>([])
  const isMember = useServices().accountName.value !== undefined
  useTitle(t('tournaments.title'))
  const ask = useCallback(async () => {
    const [found, own] = await Promise.all([
      fetchTournaments(),
      isMember ? fetchOwnTournaments() : undefined,
    ])
    // Without an answer the previous list stays.
    setAll((before) => found ?? (before === 'asked' ? undefined : before))
    setOwnOver((before) => own?.filter(({ endedAt }) => endedAt !== undefined) ?? before)
  }, [isMember])
  useAskedAgain(ask, ASK_MS)
  const known = all === 'asked' || all === undefined ? [] : all
  return (
    <div class="page online tournaments">
      <h1>{t('tournaments.title')}</h1>
      <p class="lead">{t('tournaments.lead')}</p>
      {all === undefined && (
        <p class="fault" role="alert">
          {t('online.bots.unanswered')}
        </p>
      )}
      <div class="online-main">
        <Some
          title={t('tournaments.coming')}
          all={known.filter(({ endedAt }) => endedAt === undefined)}
          none={all === 'asked' || all === undefined ? undefined : t('tournaments.none')}
        />
        {all !== undefined && <TournamentForm />}
        <Some
          title={t('tournaments.over')}
          all={[...ownOver, ...known.filter(({ endedAt }) => endedAt !== undefined)]}
          none={undefined}
        />
      </div>
      {all !== 'asked' && <TournamentsAside all={known} />}
      {all !== 'asked' && <Kinds />}
    </div>
  )
}

/** Tournaments as a list of links. */
export function TournamentCards({ all }: { readonly all: readonly Tournament[] }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  return (
    <ul class="card-list">
      {all.map((tournament) => (
        <li key={tournament.id}>
          <a class="card-link" href={tournamentRoute(tournament.id)}>
            <strong>{tournamentName(t, language, tournament)}</strong>
            <small>{describeFacts(t, language, tournament).join(' · ')}</small>
            {tournament.endedAt === undefined && <StartLine tournament={tournament} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

// --- internal ---

/** The list is refreshed at this interval while it is in view. */
const ASK_MS = 10_000

/** How each kind is played. */
function Kinds() {
  const t = useTranslate()
  return (
    <div class="tournament-kinds">
      {KINDS.map((kind) => (
        <section key={kind}>
          <h2>{t(`tournaments.kinds.${kind}`)}</h2>
          <p class="note">{t(`tournaments.rules.${kind}`)}</p>
        </section>
      ))}
    </div>
  )
}

/** The one that a newcomer meets first is first. */
const KINDS = ['arena', 'swiss', 'roundRobin'] as const satisfies readonly TournamentKind[]

interface SomeProps {
  readonly title: string
  readonly all: readonly Tournament[]
  /** The text for an empty list; if undefined, nothing is shown. */
  readonly none: string | undefined
}

function Some({ title, all, none }: SomeProps) {
  if (all.length === 0 && none === undefined) return null
  return (
    <section class="wide">
      <h2>{title}</h2>
      {all.length === 0 && <p>{none}</p>}
      <TournamentCards all={all} />
    </section>
  )
}
