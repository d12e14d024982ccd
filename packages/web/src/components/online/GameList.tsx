import { type GameSummary, turnAt } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'
import { describeTime } from '../../words/online.ts'

interface GameListProps {
  readonly games: readonly GameSummary[]
  /** Whose games they are, for saying where it is their turn. */
  readonly player?: string | undefined
}

/** Online games as links: whose, on what terms, and how far. */
export function GameList({ games, player }: GameListProps) {
  const t = useTranslate()
  return (
    <ul class="card-list">
      {games.map((game) => {
        const { seats, terms, ply, ending } = game
        const isOurs = player !== undefined && seats[turnAt(ply)].id === player
        const state =
          ending !== undefined
            ? t('online.over')
            : isOurs
              ? t('online.yourTurn')
              : t('online.summary', { terms: describeTime(t, terms.timeControl), ply })
        return (
          <li key={game.id}>
            <a class="card-link" href={playRoute(game.id)}>
              <span>
                {t('online.versus', { black: seats.black.name, white: seats.white.name })}
              </span>
              <span class={isOurs && ending === undefined ? 'seat-state' : 'note'}>{state}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
