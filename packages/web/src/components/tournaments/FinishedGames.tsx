import type { TournamentDetail, TournamentGames, TournamentStanding } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchTournamentGames } from '../../models/tournaments/tournaments.ts'
import { playRoute } from '../../routes.ts'
import { useLatestRequest } from '../../ui/use-latest-request.ts'
import { shownName } from '../../words/shown-name.ts'

/**
 * The finished games of a player of the standings, with results: first the reader's own, or those
 * of the leader for a reader without any.
 */
export function FinishedGames({ detail }: { readonly detail: TournamentDetail }) {
  const t = useTranslate()
  const { tournament, standings, you } = detail
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const own = you?.standing
  const players = own && !standings.some(({ name }) => name === own.name) ? [own] : []
  const all = [...players, ...standings]
  const first = own !== undefined && hasGames(own, tournament.round) ? own : standings[0]
  const name = all.some((one) => one.name === chosen) ? chosen : first?.name
  // These figures change only when a game has ended, and only then are the games read again.
  const row = all.find((one) => one.name === name)
  const sign = `${name} ${row?.score} ${row?.points} ${row?.games}`
  const { list, more } = useGames(tournament.id, name, sign)
  // The one round of a short tournament has the same matches, with their games.
  const isOnly = tournament.kind !== 'arena' && tournament.rounds === 1
  if (tournament.round === 0 || isOnly || name === undefined) return null
  if (list.length === 0 && chosen === undefined) return null
  return (
    <section class="wide">
      <h2>{t('tournaments.finishedGames')}</h2>
      <label class="field tournament-rounds">
        {t('tournaments.player')}
        <select
          class="select"
          value={name}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {all.map((one) => (
            <option key={one.place} value={one.name}>
              {shownName(one)}
            </option>
          ))}
        </select>
      </label>
      <ul class="card-list">
        {list.map((game) => (
          <FinishedGame key={game.number} name={name} game={game} />
        ))}
      </ul>
      {list.some(hasOneSide) && <p class="note">{t('tournaments.winnerAlone')}</p>}
      {more !== undefined && (
        <button type="button" class="button" onClick={more}>
          {t('tournaments.moreGames')}
        </button>
      )}
    </section>
  )
}

// --- internal ---

type Game = TournamentGames['games'][number]

/**
 * Has this player finished a game? In rounds the standings do not count games, but after the first
 * round everyone has had some.
 */
function hasGames({ games, points }: TournamentStanding, round: number): boolean {
  return games === undefined ? round > 1 || points > 0 : games > 0
}

/** Do the points of one side alone count? They do after a player has given up. */
function hasOneSide({ points: [own = 0, other = 0] }: Game): boolean {
  return (own === 0) !== (other === 0)
}

interface FinishedGameProps {
  readonly name: string
  readonly game: Game
}

const RESULTS = ['lost', 'drawn', 'won'] as const

function FinishedGame({ name, game: { opponent, games, score, points } }: FinishedGameProps) {
  const t = useTranslate()
  const isMatch = games.length > 1
  return (
    <li class="tournament-match">
      <span>
        {name} – {opponent}
      </span>
      <span>
        <strong>{t(`tournaments.results.${RESULTS[score] ?? 'lost'}`)}</strong>
        {/* A game that nobody played out has none. */}
        {points.some((one) => one > 0) && ` · ${points.join(' : ')}`}
        {games.map((id, index) => {
          const words = isMatch
            ? t('tournaments.game', { number: index + 1 })
            : t('tournaments.lookAtGame')
          return (
            <span key={id}>
              {' · '}
              <a href={playRoute(id)} aria-label={`${words}, ${name} – ${opponent}`}>
                {words}
              </a>
            </span>
          )
        })}
      </span>
    </li>
  )
}

/** @param sign changes when the player has finished a further game */
function useGames(id: string, name: string | undefined, sign: string) {
  const [list, setList] = useState<readonly Game[]>([])
  const [next, setNext] = useState<number | undefined>(undefined)
  const begin = useLatestRequest()
  const look = async (from?: number) => {
    if (name === undefined) return
    const isLatest = begin()
    const found = await fetchTournamentGames(id, name, from)
    if (!isLatest() || (found === undefined && from !== undefined)) return
    setList((before) => [...(from === undefined ? [] : before), ...(found?.games ?? [])])
    setNext(found?.next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sign says when to ask again.
  useEffect(() => void look(), [id, name, sign])
  return { list, more: next === undefined ? undefined : () => void look(next) }
}
