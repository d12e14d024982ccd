import type { Tournament, TournamentDetail } from '@hokito/protocol'
import { useCallback, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { fetchTournament } from '../../models/tournaments/tournaments.ts'
import { useServices } from '../../services.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'
import { shownName } from '../../words/shown-name.ts'
import { tournamentName } from '../../words/tournaments.ts'
import { LeadersBoards } from './LeadersBoards.tsx'
import { Podium } from './Podium.tsx'

/**
 * Beside the list: the boards and the first three of the tournament that is in progress, and the
 * podium of the last one.
 */
export function TournamentsAside({ all }: { readonly all: readonly Tournament[] }) {
  const running = all.find(({ round, endedAt }) => round > 0 && endedAt === undefined)
  const over = all.find(({ endedAt }) => endedAt !== undefined)
  if (running === undefined && over === undefined) return null
  return (
    <aside class="online-aside">
      {running !== undefined && <Running key={running.id} id={running.id} />}
      {over !== undefined && <Last key={over.id} id={over.id} />}
    </aside>
  )
}

// --- internal ---

/** The leaders' boards are refreshed at this interval while they are in view. */
const RUNNING_MS = 8000
/** A finished tournament does not change. */
const OVER_MS = 600_000
const LEADERS = 3

function useDetail(id: Tournament['id'], everyMs: number): TournamentDetail | undefined {
  const [detail, setDetail] = useState<TournamentDetail | undefined>(undefined)
  const ask = useCallback(async () => {
    const found = await fetchTournament(id, 1, undefined)
    if (typeof found === 'object') setDetail(found)
  }, [id])
  useAskedAgain(ask, everyMs)
  return detail
}

interface PartProps {
  readonly id: Tournament['id']
}

function Running({ id }: PartProps) {
  const t = useTranslate()
  const detail = useDetail(id, RUNNING_MS)
  if (detail === undefined) return null
  const leaders = detail.standings
    .filter(({ score, points }) => score + points > 0)
    .slice(0, LEADERS)
  return (
    <>
      <LeadersBoards detail={detail} />
      {leaders.length > 0 && (
        <section>
          <h2>{t('tournaments.standings')}</h2>
          <Name detail={detail} />
          <ol class="card-list">
            {leaders.map((row) => (
              <li key={row.place} class="tournament-match">
                <span>
                  <span class={`tournament-place tournament-place-${row.place}`}>{row.place}</span>{' '}
                  <a href={playerRoute(row.name)}>{shownName(row)}</a>
                </span>
                <strong>{row.score}</strong>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function Last({ id }: PartProps) {
  const detail = useDetail(id, OVER_MS)
  return (
    detail && (
      <Podium detail={detail}>
        <Name detail={detail} />
      </Podium>
    )
  )
}

/** Which tournament it is. */
function Name({ detail: { tournament } }: { readonly detail: TournamentDetail }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  return (
    <p>
      <a href={tournamentRoute(tournament.id)}>{tournamentName(t, language, tournament)}</a>
    </p>
  )
}
