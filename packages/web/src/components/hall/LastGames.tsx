import type { PlayerId } from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { gameQuery } from '../../models/daily/daily-link.ts'
import { endOfDaily } from '../../models/daily/daily-results.ts'
import { type DailyGame, finishedGames, positionAfter } from '../../models/daily/daily-store.ts'
import { serverPictureOf } from '../../models/game/server-picture.ts'
import { livePosition } from '../../models/local/local-game.ts'
import { type AnyGame, hasBoard, timeOf } from '../../models/site/all-games.ts'
import { gameRoute, playRoute, ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { describeDaily } from '../../words/daily.ts'
import { describeMatch } from '../../words/game-kind.ts'
import { describeResult, opponentName } from '../../words/games.ts'
import { PaintedBoard } from '../game/PaintedBoard.tsx'

interface LastGamesProps {
  /** Finished games, latest first. */
  readonly games: readonly AnyGame[]
  /** Games of the day; only the finished ones are shown. */
  readonly daily: readonly DailyGame[]
  /** The player's id online. */
  readonly player: PlayerId | undefined
}

/** The last finished games and matches with their boards; nothing if none has one. */
export function LastGames({ games, daily, player }: LastGamesProps) {
  const t = useTranslate()
  const shown = [
    ...withoutFirsts(games.filter(hasBoard)).map((listed) => ({
      at: timeOf(listed),
      key: listed.game.id,
      row: <LastGame listed={listed} player={player} />,
    })),
    ...finishedGames(daily).map((game) => ({
      at: endOfDaily(game),
      key: `${game.day} ${game.level}`,
      row: <LastDaily game={game} />,
    })),
  ]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <section class="last-games">
      <h2>{t('progress.lastGames')}</h2>
      <ul>
        {shown.map(({ key, row }) => (
          <li key={key}>{row}</li>
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
  if (listed.kind === 'local') return <DrawnBoard position={livePosition(listed.game)} />
  return (
    <span class="hall-board">
      <img src={serverPictureOf(listed.game.id, SIZE)} loading="lazy" alt={t('progress.boardOf')} />
    </span>
  )
}

function DrawnBoard({ position }: { readonly position: Position }) {
  const t = useTranslate()
  return (
    <span class="hall-board">
      <PaintedBoard position={position} size={SIZE} alt={t('progress.boardOf')} />
    </span>
  )
}

/** A match is listed once, with its second game. */
function withoutFirsts(games: readonly AnyGame[]): readonly AnyGame[] {
  const firsts = games.map(({ kind, game }) =>
    kind === 'online' && game.ending !== undefined ? game.match?.first?.game : undefined,
  )
  return games.filter(({ game }) => !firsts.some((id) => id === game.id))
}

interface LastGameProps {
  readonly listed: AnyGame
  readonly player: PlayerId | undefined
}

function LastGame({ listed, player }: LastGameProps) {
  const t = useTranslate()
  const { kind, game } = listed
  const result = describeResult(t, listed, player)
  if (result === undefined) return null
  const match = kind === 'online' ? describeMatch(t, game, player) : undefined
  const isFirst = kind === 'online' && game.match?.game === 1
  return (
    <a class="last-game" href={kind === 'local' ? gameRoute(game.id) : playRoute(game.id)}>
      <LastBoard listed={listed} />
      <span class="last-game-words">
        <span class={`last-game-result game-${match?.success ?? result.success}`}>
          {match?.words ?? result.headline}
        </span>
        <span>{opponentName(t, listed, player)}</span>
        {isFirst && <small>{t('gamesPage.matchOf', { game: 1 })}</small>}
        {match === undefined && result.how !== '' && <small>{result.how}</small>}
      </span>
    </a>
  )
}

function LastDaily({ game }: { readonly game: DailyGame }) {
  const t = useTranslate()
  const at = useAddress()
  const { day, level, moves } = game
  const last = useMemo(() => positionAfter(day, moves), [day, moves])
  const result = describeDaily(t, game)
  if (last === undefined || result === undefined) return null
  return (
    <a class="last-game" href={at(ROUTES.daily) + gameQuery(day, level, false)}>
      <DrawnBoard position={last} />
      <span class="last-game-words">
        <span class={`last-game-result game-${result.success}`}>{result.headline}</span>
        <span>{t('daily.levelTitle', { level })}</span>
      </span>
    </a>
  )
}
