import type { TournamentDetail, TournamentMatch } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'

interface TournamentMatchesProps {
  readonly detail: TournamentDetail
  /** Shows a round; undefined for the latest. */
  readonly onRound: (round: number | undefined) => void
}

/** The matches of a round, which can be chosen; for an arena, the running games. */
export function TournamentMatches({ detail, onRound }: TournamentMatchesProps) {
  const t = useTranslate()
  const { tournament, matches, shownRound } = detail
  const isArena = tournament.kind === 'arena'
  if (tournament.round === 0 || (isArena && matches.length === 0)) return null
  return (
    <section class="wide">
      <h2>{t(isArena ? 'tournaments.gamesNow' : 'tournaments.matches')}</h2>
      {!isArena && <RoundChoice detail={detail} onRound={onRound} />}
      <ul class="card-list" key={shownRound}>
        {matches.map((match) => (
          <li key={match.names[0]} class="tournament-match">
            <span>{match.names.join(' – ')}</span> <Result match={match} isAlone={isArena} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

/** All started rounds can be shown, and for a round robin also those to come. */
function RoundChoice({ detail: { tournament, shownRound }, onRound }: TournamentMatchesProps) {
  const t = useTranslate()
  const { kind, round: latest, rounds } = tournament
  const count = kind === 'roundRobin' ? rounds : latest
  if (count === 1) return null
  return (
    <label class="field tournament-rounds">
      {t('tournaments.shownRound')}
      <select
        class="select"
        value={shownRound}
        onChange={({ currentTarget }) => {
          const round = Number(currentTarget.value)
          onRound(round === latest ? undefined : round)
        }}
      >
        {Array.from({ length: count }, (_, index) => index + 1).map((round) => (
          <option key={round} value={round}>
            {t('tournaments.round', { round })}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ResultProps {
  readonly match: TournamentMatch
  /** Whether the match has only one game. */
  readonly isAlone: boolean
}

function Result({ match: { names, games, scores }, isAlone }: ResultProps) {
  const t = useTranslate()
  if (names.length === 1) return <span>{t('tournaments.bye')}</span>
  const result = scores?.join(' : ')
  if (games.length === 0) {
    if (result === undefined) return <span>{t('tournaments.toCome')}</span>
    return (
      <span>
        <strong>{result}</strong> · {t('tournaments.unplayed')}
      </span>
    )
  }
  return (
    <span>
      {!isAlone && <strong>{result ?? t('tournaments.playing')}</strong>}
      {/* A player who comes wins against one who does not. */}
      {scores?.every((score) => score === 0) && ` · ${t('tournaments.nobodyCame')}`}
      {games.map((game, index) => {
        const words = isAlone
          ? t('tournaments.watch')
          : t('tournaments.game', { number: index + 1 })
        return (
          <span key={game}>
            {!isAlone && ' · '}
            <a href={playRoute(game)} aria-label={`${words}, ${names.join(' – ')}`}>
              {words}
            </a>
          </span>
        )
      })}
    </span>
  )
}
