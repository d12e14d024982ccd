import { type GameView, mayBeOfTournament, type TournamentLink } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'

/** The tournament of a game; undefined where it belongs to none, and until the server has said so. */
export function useTournamentOf(game: Known | undefined): TournamentLink | undefined {
  const [tournament, setTournament] = useState<TournamentLink | undefined>(undefined)
  const id = game !== undefined && mayBeOfTournament(game) ? game.id : undefined
  useEffect(() => {
    if (id === undefined) return
    // What asks is loaded only where there may be one; where it cannot be, the game is as one of none.
    import('../../models/online/tournaments.ts')
      .then(({ fetchTournamentOf }) => fetchTournamentOf(id))
      .then(setTournament, () => undefined)
  }, [id])
  return tournament
}

// --- internal ---

type Known = Pick<GameView, 'id' | 'terms'>
