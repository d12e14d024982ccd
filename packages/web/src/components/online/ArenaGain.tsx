import {
  DOUBLING_STREAK,
  type GameId,
  type TournamentId,
  type TournamentStanding,
} from '@hokito/protocol'
import { useCallback, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchTournament } from '../../models/tournaments/tournaments.ts'
import { useAskedAgain } from '../../ui/use-asked-again.ts'

interface ArenaGainProps {
  readonly game: GameId
  readonly arena: TournamentId
  readonly result: 'won' | 'drawn' | 'lost'
}

/** What a game has earned its player in an arena, once the arena has counted it. */
export function ArenaGain({ game, arena, result }: ArenaGainProps) {
  const t = useTranslate()
  const [standing, setStanding] = useState<TournamentStanding | undefined>(undefined)
  const isKnown = standing !== undefined
  const ask = useCallback(async () => {
    if (isKnown) return
    const found = await fetchTournament(arena, 1, undefined)
    if (typeof found !== 'object' || found.you?.standing === undefined) return
    // Until it is counted, it is still the player's current game.
    if (!found.you.match?.games.includes(game)) setStanding(found.you.standing)
  }, [isKnown, arena, game])
  useAskedAgain(ask, ASK_MS)
  if (standing === undefined) return null
  const { place, score, streak = 0 } = standing
  return <p>{t('online.arenaGain', { gain: gainOf(result, streak), place, score })}</p>
}

// --- internal ---

const ASK_MS = 2000

/** @param streak games won in a row, with this one */
function gainOf(result: ArenaGainProps['result'], streak: number): number {
  if (result === 'won') return streak > DOUBLING_STREAK ? 4 : 2
  return result === 'drawn' ? 1 : 0
}
