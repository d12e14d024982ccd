import {
  type GameId,
  type PlayerId,
  TOURNAMENT_GAMES,
  type Tournament,
  type TournamentGames,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { shownName } from '../players/cards.ts'
import type { Tables } from '../store/schema.ts'

/** Whose games to give, and before which of them. */
export interface GamesLook {
  readonly player: PlayerId
  /** The number of a game in an arena, or a round; undefined to begin with the last. */
  readonly before: number | undefined
}

/**
 * A player's finished games that count, the latest first; matches of two in tournaments of rounds.
 * Reads only rows that begin with the player's key, however many others have played.
 */
export async function finishedGamesOf(
  db: Kysely<Tables>,
  { id, kind, round }: Pick<Tournament, 'id' | 'kind' | 'round'>,
  look: GamesLook,
): Promise<Pick<TournamentGames, 'games' | 'next'>> {
  const rows =
    kind === 'arena' ? await arenaRows(db, id, look) : await roundRows(db, { id, round }, look)
  const shown = rows.slice(0, TOURNAMENT_GAMES)
  const next = rows.length > shown.length ? shown.at(-1)?.number : undefined
  return {
    games: shown.map(({ number, opponent, game, second, score, points, against }) => ({
      number,
      opponent: shownName(opponent),
      games: [game, second].filter((one) => one !== null),
      score: score ?? 0,
      points: [points ?? 0, against ?? 0],
    })),
    ...(next !== undefined && { next }),
  }
}

// --- internal ---

/** A row more than a page shows whether there is another page. */
const READ = TOURNAMENT_GAMES + 1

interface GameRow {
  readonly number: number
  readonly opponent: string | null
  readonly game: GameId | null
  readonly second: GameId | null
  readonly score: number | null
  readonly points: number | null
  readonly against: number | null
}

async function arenaRows(
  db: Kysely<Tables>,
  id: Tournament['id'],
  { player, before }: GamesLook,
): Promise<readonly GameRow[]> {
  const rows = await db
    .selectFrom('arenaPairings as own')
    .leftJoin('arenaPairings as other', (join) =>
      join
        .onRef('other.tournament', '=', 'own.tournament')
        .onRef('other.player', '=', 'own.opponent')
        .onRef('other.game', '=', 'own.game'),
    )
    .leftJoin('players', 'players.id', 'own.opponent')
    .select(['own.number', 'own.game', 'own.score', 'own.points'])
    .select(['players.name as opponent', 'other.points as against'])
    .where('own.tournament', '=', id)
    .where('own.player', '=', player)
    .where('own.score', 'is not', null)
    .$if(before !== undefined, (query) => query.where('own.number', '<', before ?? 0))
    .orderBy('own.number', 'desc')
    .limit(READ)
    .execute()
  return rows.map((row) => ({ ...row, second: null }))
}

async function roundRows(
  db: Kysely<Tables>,
  { id, round }: Pick<Tournament, 'id' | 'round'>,
  { player, before = round + 1 }: GamesLook,
): Promise<readonly GameRow[]> {
  const last = Math.min(round, before - 1)
  if (last < 1) return []
  const rounds = Array.from({ length: last }, (_, index) => index + 1)
  return (
    db
      .selectFrom('tournamentPairings as own')
      .leftJoin('tournamentPairings as other', (join) =>
        join
          .onRef('other.tournament', '=', 'own.tournament')
          .onRef('other.round', '=', 'own.round')
          .onRef('other.player', '=', 'own.opponent'),
      )
      .leftJoin('players', 'players.id', 'own.opponent')
      .select(['own.round as number', 'own.game', 'own.next as second', 'own.score', 'own.points'])
      .select(['players.name as opponent', 'other.points as against'])
      .where('own.tournament', '=', id)
      // Each round is a look-up by key.
      .where('own.round', 'in', rounds)
      .where('own.player', '=', player)
      .where('own.score', 'is not', null)
      .where('own.game', 'is not', null)
      .orderBy('own.round', 'desc')
      .limit(READ)
      .execute()
  )
}
