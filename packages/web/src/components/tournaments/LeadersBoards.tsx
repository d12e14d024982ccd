import type { TournamentDetail } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'
import { WatchedGame } from '../lobby/WatchedGame.tsx'
import '../lobby/watch.css'

/** The boards of the best players who are playing now; each leads to its game. */
export function LeadersBoards({ detail }: { readonly detail: TournamentDetail }) {
  const t = useTranslate()
  const { boards = [] } = detail
  if (boards.length === 0) return null
  return (
    <section class="wide">
      <h2>{t('tournaments.leaders')}</h2>
      <ul class="watched-games">
        {boards.map((game) => (
          <li key={game.id}>
            <a class="watched-game" href={playRoute(game.id)}>
              <WatchedGame game={game} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
