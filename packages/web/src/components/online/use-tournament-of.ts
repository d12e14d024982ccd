import {
  type GameView,
  mayBeOfTournament,
  type TournamentDetail,
  type TournamentLink,
} from '@hokito/protocol'
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

/** Has a tournament further rounds? Until the server has said so, and where none is asked about, it has none. */
export function useHasNextRound(id: TournamentLink['id'] | undefined): boolean {
  const [hasNext, setNext] = useState(false)
  useEffect(() => {
    if (id === undefined) return
    import('../../models/online/tournaments.ts')
      .then(({ fetchTournament }) => fetchTournament(id, 1, undefined))
      .then(
        (found) => setNext(typeof found === 'object' && hasNextRound(found.tournament)),
        () => undefined,
      )
  }, [id])
  // It may have been asked about before the next game of the match was there.
  return id !== undefined && hasNext
}

// --- internal ---

function hasNextRound({ endedAt, round, rounds }: TournamentDetail['tournament']): boolean {
  return endedAt === undefined && round < (rounds ?? 0)
}

type Known = Pick<GameView, 'id' | 'terms'>
