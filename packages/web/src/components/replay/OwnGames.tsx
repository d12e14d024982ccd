import type { GameRecord } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameStore } from '../../models/local/game-store.ts'
import type { LocalGame } from '../../models/local/local-game.ts'
import { ROUTES, setUpRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { describeProgress, describeResult, opponentName } from '../../words/games.ts'

export interface OwnGamesProps {
  /** The route to a record. */
  readonly routeOf: (record: GameRecord) => string
  /** Whether a position without a game is allowed too. */
  readonly isForPositions: boolean
}

/**
 * The last games of this device, a link to all games, and a board to set up, for players without a
 * text at hand.
 */
export function OwnGames({ routeOf, isForPositions }: OwnGamesProps) {
  const t = useTranslate()
  const { store } = useServices()
  const latest = useMemo(() => latestGames(store), [store])
  return (
    <>
      {latest.length > 0 && (
        <ul class="card-list">
          {latest.map((game) => (
            <GameLink key={game.id} game={game} route={routeOf(game.record)} />
          ))}
        </ul>
      )}
      <div class="button-row">
        <a class="button" href={ROUTES.games}>
          {t('record.allGames')}
        </a>
        {isForPositions && (
          <a class="button" href={setUpRoute()}>
            {t('record.build')}
          </a>
        )}
      </div>
    </>
  )
}

/** The last games of this device with moves; the list of all games has the others. */
export function latestGames({ list }: Pick<GameStore, 'list'>): readonly LocalGame[] {
  return list()
    .games.filter(({ record }) => record.moves.length > 0)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, MOST_SHOWN)
}

// --- internal ---

const MOST_SHOWN = 3

function GameLink({ game, route }: { game: LocalGame; route: string }) {
  const t = useTranslate()
  const listed = { kind: 'local', game } as const
  return (
    <li>
      <a class="card-link" href={route}>
        <span>
          {opponentName(t, listed, undefined)}
          <small>
            {describeResult(t, listed, undefined)?.headline ?? describeProgress(t, listed)}
          </small>
        </span>
      </a>
    </li>
  )
}
