import type { PlayerId } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { serverPictureOf } from '../../models/game/server-picture.ts'
import { livePosition } from '../../models/local/local-game.ts'
import { type AnyGame, hasBoard } from '../../models/site/all-games.ts'
import { gameRoute, playRoute, ROUTES } from '../../routes.ts'
import { describeResult, opponentName } from '../../words/games.ts'
import { PaintedBoard } from '../game/PaintedBoard.tsx'

interface LastGamesProps {
  /** Finished games, latest first. */
  readonly games: readonly AnyGame[]
  /** The player's id online. */
  readonly player: PlayerId | undefined
}

/** The last finished games with their boards; nothing if none has one. */
export function LastGames({ games, player }: LastGamesProps) {
  const t = useTranslate()
  const shown = games.filter(hasBoard).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <section class="last-games">
      <h2>{t('progress.lastGames')}</h2>
      <ul>
        {shown.map((listed) => (
          <LastGame key={listed.game.id} listed={listed} player={player} />
        ))}
      </ul>
      <a href={ROUTES.games}>{t('progress.allGames')}</a>
    </section>
  )
}

// --- internal ---

const SHOWN = 6
/** Twice the size on the page, for fine screens. */
const SIZE = 192

/** The board of a game, small: drawn here, or by the server that has the game. */
function LastBoard({ listed }: { readonly listed: AnyGame }) {
  const t = useTranslate()
  const alt = t('progress.boardOf')
  if (listed.kind === 'local') {
    return (
      <span class="hall-board">
        <PaintedBoard position={livePosition(listed.game)} size={SIZE} alt={alt} />
      </span>
    )
  }
  return (
    <span class="hall-board">
      <img src={serverPictureOf(listed.game.id, SIZE)} loading="lazy" alt={alt} />
    </span>
  )
}

function LastGame({
  listed,
  player,
}: {
  readonly listed: AnyGame
  readonly player: PlayerId | undefined
}) {
  const t = useTranslate()
  const { kind, game } = listed
  const result = describeResult(t, listed, player)
  if (result === undefined) return null
  return (
    <li>
      <a class="last-game" href={kind === 'local' ? gameRoute(game.id) : playRoute(game.id)}>
        <LastBoard listed={listed} />
        <span class="last-game-words">
          <span class={`last-game-result game-${result.success}`}>{result.headline}</span>
          <span>{opponentName(t, listed, player)}</span>
          {result.how !== '' && <small>{result.how}</small>}
        </span>
      </a>
    </li>
  )
}
