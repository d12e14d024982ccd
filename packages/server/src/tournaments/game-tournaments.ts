import {
  DELETED_NAME,
  type GameId,
  type GameView,
  MOST_ROUNDS,
  type PlayerId,
  type TournamentLink,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../store/schema.ts'

/**
 * Finds the tournament of a game. It never changes, so one look-up serves everyone who follows the
 * game.
 */
export class GameTournaments {
  readonly #db: Kysely<Tables>
  /** By the first game of the match; without a link if it belongs to no tournament. */
  readonly #known = new LRUCache<GameId, { readonly link: TournamentLink | undefined }>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
  })

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /** The tournament of a game; undefined if it belongs to none. */
  async of({ id, match, seats }: Pick<GameView, 'id' | 'match' | 'seats'>) {
    const first = match?.first?.game ?? id
    const known = this.#known.get(first)
    if (known !== undefined) return known.link
    // In a tournament of rounds each pairing is a match of two games; in an arena it is a single
    // game.
    const played = (match ? playedInRounds : playedInArenas)(this.#db, first, seats.black.id)
    const row = await this.#db
      .selectFrom('tournaments')
      .leftJoin('players', 'players.id', 'tournaments.maker')
      .select(['tournaments.id', 'tournaments.kind', 'players.name as maker'])
      .where('tournaments.id', 'in', played)
      .executeTakeFirst()
    const link = row && { ...row, maker: row.maker ?? DELETED_NAME }
    this.#known.set(first, { link })
    return link
  }
}

// --- internal ---

const MOST_KEPT = 20_000
/** The maker of a tournament may change their name. */
const KEPT_MS = 60_000
const ROUNDS = Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1)

/**
 * Finds the tournament of a match through the rounds of tournaments that a player has entered:
 * pairings have no index by game.
 */
function playedInRounds(db: Kysely<Tables>, game: GameId, player: PlayerId) {
  return db
    .selectFrom('tournamentEntries as entry')
    .innerJoin('tournamentPairings as pairing', (join) =>
      join
        .onRef('pairing.tournament', '=', 'entry.tournament')
        .onRef('pairing.player', '=', 'entry.player')
        .on('pairing.round', 'in', ROUNDS),
    )
    .select('entry.tournament')
    .where('entry.player', '=', player)
    .where('pairing.game', '=', game)
}

/** Finds the arena of a game in the same way. */
function playedInArenas(db: Kysely<Tables>, game: GameId, player: PlayerId) {
  return db
    .selectFrom('tournamentEntries as entry')
    .innerJoin('arenaPairings as pairing', (join) =>
      join
        .onRef('pairing.tournament', '=', 'entry.tournament')
        .onRef('pairing.player', '=', 'entry.player'),
    )
    .select('entry.tournament')
    .where('entry.player', '=', player)
    .where('pairing.game', '=', game)
}
