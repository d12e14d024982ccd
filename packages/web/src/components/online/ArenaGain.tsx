import {
  ARENA_WIN,
  arenaGain,
  type GameView,
  type TournamentId,
  type TournamentStanding,
} from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import { useCallback, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchTournament } from '../../models/tournaments/tournaments.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'

interface ArenaGainProps {
  readonly game: GameView
  readonly arena: TournamentId
  /** The player's colour. */
  readonly own: Color
}

/** What a game has earned its player in an arena, once the arena has counted it. */
export function ArenaGain({ game, arena, own }: ArenaGainProps) {
  const t = useTranslate()
  const [standing, setStanding] = useState<TournamentStanding | undefined>(undefined)
  const isKnown = standing !== undefined
  const ask = useCallback(async () => {
    if (isKnown) return
    const found = await fetchTournament(arena, 1, undefined)
    if (typeof found !== 'object' || found.you?.standing === undefined) return
    // Until it is counted, it is still the player's current game.
    if (!found.you.match?.games.includes(game.id)) setStanding(found.you.standing)
  }, [isKnown, arena, game.id])
  useAskedAgain(ask, ASK_MS)
  if (standing === undefined) return null
  const { place, streak = 0 } = standing
  // The streak of the standings has this game in it.
  const gain = arenaGain(scoreFor(own, game), streak - 1)
  return <p>{t('online.arenaGain', { gain, place, score: standing.score })}</p>
}

// --- internal ---

const ASK_MS = 2000

/**
 * What a game by itself scores in an arena. One that was called off is won by the player who did
 * come.
 */
function scoreFor(own: Color, { ending, leftBy }: GameView): number {
  const winner = ending?.kind === 'aborted' && leftBy ? opposite(leftBy) : ending?.winner
  if (winner === own) return ARENA_WIN
  return winner === 'draw' ? ARENA_WIN / 2 : 0
}
