import {
  type GameView,
  mayBeOfTournament,
  type TournamentDetail,
  type TournamentLink,
} from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'

/** The tournament of a game; undefined if it has none, and until the server has replied. */
export function useTournamentOf(game: Known | undefined): TournamentLink | undefined {
  const [tournament, setTournament] = useState<TournamentLink | undefined>(undefined)
  const id = game !== undefined && mayBeOfTournament(game) ? game.id : undefined
  useEffect(() => {
    if (id === undefined) return
    // The module is loaded only for games that may belong to a tournament. If the request fails,
    // the game counts as one without.
    import('../../models/tournaments/tournaments.ts')
      .then(({ fetchTournamentOf }) => fetchTournamentOf(id))
      .then(setTournament, () => undefined)
  }, [id])
  return tournament
}

/**
 * Whether a tournament has another round; false until the server has replied, and without an id.
 */
export function useHasNextRound(id: TournamentLink['id'] | undefined): boolean {
  const [hasNext, setNext] = useState(false)
  useEffect(() => {
    if (id === undefined) return
    import('../../models/tournaments/tournaments.ts')
      .then(({ fetchTournament }) => fetchTournament(id, 1, undefined))
      .then(
        (found) => setNext(typeof found === 'object' && hasNextRound(found.tournament)),
        () => undefined,
      )
  }, [id])
  // An earlier reply no longer counts once the match has its next game and the id is gone.
  return id !== undefined && hasNext
}

// --- internal ---

function hasNextRound({ endedAt, round, rounds }: TournamentDetail['tournament']): boolean {
  return endedAt === undefined && round < (rounds ?? 0)
}

type Known = Pick<GameView, 'id' | 'terms'>
