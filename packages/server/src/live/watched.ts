import type { GameId, TournamentId, WatchedGame } from '@hokito/protocol'
import { formatPosition, score } from '@hokito/rules'
import { LRUCache } from 'lru-cache'
import type { Game } from '../game/game.ts'
import type { Games } from './games.ts'

/** A game as small boards show it; undefined if there is no board to see. */
export function watchedOf(game: Game | undefined): WatchedGame | undefined {
  if (game?.position === undefined) return undefined
  const { view, position } = game
  const lastMove = view.moves.at(-1)
  return {
    id: view.id,
    terms: view.terms,
    seats: view.seats,
    ply: view.moves.length,
    position: formatPosition(position),
    ...(lastMove && { lastMove }),
    points: score(position),
  }
}

/** Those of these games that can be watched, as they are in memory, where they almost always are. */
export async function watchedAmong(
  ids: readonly GameId[],
  games: Pick<Games, 'loaded' | 'look'>,
): Promise<readonly WatchedGame[]> {
  const watched: WatchedGame[] = []
  for (const id of ids) {
    const live = games.loaded(id)
    // Other nodes tell only of games that are open here.
    const game = live?.isOpen ? live.game : await games.look(id)
    const shown = game?.view.ending === undefined ? watchedOf(game) : undefined
    if (shown !== undefined) watched.push(shown)
  }
  return watched
}

/** The boards of tournaments' leaders, read at most once in two seconds, however many look. */
export class LeadersBoards {
  readonly #games: Pick<Games, 'loaded' | 'look'>
  readonly #known = new LRUCache<TournamentId, Promise<readonly WatchedGame[]>>({
    max: MOST_KEPT,
    ttl: FRESH_MS,
  })

  constructor(games: Pick<Games, 'loaded' | 'look'>) {
    this.#games = games
  }

  /** @param ids the running games, those of the best players first */
  of(tournament: TournamentId, ids: readonly GameId[]): Promise<readonly WatchedGame[]> {
    const known = this.#known.get(tournament)
    if (known !== undefined) return known
    const read = watchedAmong(ids, this.#games)
    this.#known.set(tournament, read)
    read.catch(() => this.#known.delete(tournament))
    return read
  }
}

// --- internal ---

const MOST_KEPT = 200
const FRESH_MS = 2000
