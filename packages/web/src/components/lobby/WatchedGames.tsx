import type { GameId, WatchReply } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { WatchedGame } from './WatchedGame.tsx'
import './watch.css'

interface WatchedGamesProps {
  readonly reply: WatchReply
  /** The game in full view, which the list leaves out. */
  readonly shown: GameId | undefined
  readonly onChoose: (game: GameId) => void
}

/** The other games in progress as small boards: a press shows one in full. */
export function WatchedGames({ reply, shown, onChoose }: WatchedGamesProps) {
  const t = useTranslate()
  const others = reply.games.filter(({ id }) => id !== shown)
  if (others.length === 0) return null
  return (
    <>
      <h2>{t('watch.others')}</h2>
      <ul class="watched-games">
        {others.map((game) => (
          <li key={game.id}>
            <button type="button" class="watched-game" onClick={() => onChoose(game.id)}>
              <WatchedGame game={game} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
