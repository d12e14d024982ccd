import {
  colorOf,
  type GameId,
  type GameView,
  MOST_ROUNDS,
  type PlayerId,
  type TournamentLink,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { shownName } from '../players/cards.ts'
import type { Tables } from '../store/schema.ts'
import type { TournamentsTable } from '../store/tournament-tables.ts'

/**
 * Finds the tournament of a game. It never changes, so one look-up serves everyone who follows the
 * game.
 */
export class GameTournaments {
  readonly #db: Kysely<Tables>
  /** By the first game of the match; without a link if it belongs to no tournament. */
  readonly #known = new LRUCache<GameId, KnownLink>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
  })

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /**
   * The tournament of a game; undefined if it belongs to none, or to a class and the viewer is not
   * one of the two players.
   */
  async of(
    view: Pick<GameView, 'id' | 'match' | 'seats'>,
    viewer?: PlayerId,
  ): Promise<TournamentLink | undefined> {
    const { link, isOfClass } = await this.#find(view)
    const isPlayer = viewer !== undefined && colorOf(view, viewer) !== undefined
    return isOfClass && !isPlayer ? undefined : link
  }

  async #find({ id, match, seats }: Pick<GameView, 'id' | 'match' | 'seats'>): Promise<KnownLink> {
    const first = match?.first?.game ?? id
    const known = this.#known.get(first)
    if (known !== undefined) return known
    // In a tournament of rounds each pairing is a match of two games; in an arena it is a single
    // game.
    const played = (match ? playedInRounds : playedInArenas)(this.#db, first, seats.black.id)
    const row = await this.#db
      .selectFrom('tournaments')
      .leftJoin('players', 'players.id', 'tournaments.maker')
      .select(['tournaments.id', 'tournaments.kind', 'players.name as maker'])
      .select(['tournaments.name', 'tournaments.day', 'tournaments.class'])
      .where('tournaments.id', 'in', played)
      .executeTakeFirst()
    const found = { link: row && linkOf(row), isOfClass: (row?.class ?? null) !== null }
    this.#known.set(first, found)
    return found
  }
}

// --- internal ---

interface KnownLink {
  readonly link: TournamentLink | undefined
  readonly isOfClass: boolean
}

type LinkRow = Pick<TournamentsTable, 'id' | 'kind' | 'name' | 'day'> & {
  readonly maker: string | null
}

function linkOf({ id, kind, maker, name, day }: LinkRow): TournamentLink {
  return {
    ...{ id, kind, maker: shownName(maker) },
    ...(name !== null && { name }),
    ...(day !== null && { day }),
  }
}

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
