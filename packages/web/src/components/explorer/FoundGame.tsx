import type { ExplorerGames } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { formatDate } from '../../words/dates.ts'
import { describeFound } from '../../words/explorer.ts'
import { FoundPlayers } from '../game/FoundPlayers.tsx'
import { SmallBoard } from '../game/SmallBoard.tsx'

interface FoundGameProps {
  readonly game: ExplorerGames['games'][number]
}

/**
 * A finished game in the list: its last board, players, result, length and date. It links to its
 * replay.
 */
export function FoundGame({ game }: FoundGameProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const notes = [formatDate(language, game.endedAt), t('games.running', { count: game.plies })]
  return (
    <li>
      <a class="card-link found-game" href={playRoute(game.id)}>
        <SmallBoard position={game.lastPosition} endRule={game.endRule} />
        <span class="found-words">
          <FoundPlayers game={game} />
          <span class="found-result">
            <i class={`swatch swatch-${game.winner}`} />
            {describeFound(t, game)}
          </span>
          <small>{notes.join(' · ')}</small>
        </span>
      </a>
    </li>
  )
}
