import type { GameSummary } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'
import { describeTime } from '../../words/online.ts'
import { shownName } from '../../words/shown-name.ts'

/** Games to watch, as links: players, terms and progress. */
export function GameList({ games }: { games: readonly GameSummary[] }) {
  const t = useTranslate()
  return (
    <ul class="card-list">
      {games.map(({ id, seats, terms, ply }) => (
        <li key={id}>
          <a class="card-link" href={playRoute(id)}>
            <span>
              {t('online.versus', { black: shownName(seats.black), white: shownName(seats.white) })}
            </span>
            <span class="note">
              {t('online.summary', { terms: describeTime(t, terms.timeControl), ply })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
