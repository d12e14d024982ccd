import type { GameId, PlayerId, TournamentId } from '@hokito/protocol'
import { type ByColor, COLORS, opposite } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { RefusedWrite } from './conflict.ts'
import type { Tables } from './schema.ts'

/** An arena game that is about to begin. */
export interface NewArenaGame {
  readonly tournament: TournamentId
  readonly game: GameId
  /** The players, and how many games of the arena each has had. */
  readonly seats: ByColor<{ readonly player: PlayerId; readonly games: number }>
}

/**
 * Assigns games to arena players within a transaction. Refuses a game if one of its players cannot
 * play: a player with a game gets no second one. The key of the table ensures that the n-th game of
 * a player is stored once.
 */
export async function storeArenaGames(
  transaction: Transaction<Tables>,
  games: readonly NewArenaGame[],
): Promise<readonly RefusedWrite[]> {
  const sides = games
    .flatMap((one) =>
      COLORS.map((color) => ({
        one,
        color,
        own: one.seats[color],
        other: one.seats[opposite(color)],
      })),
    )
    // All transactions lock the rows in the same order, so that they cannot deadlock.
    .toSorted((a, b) => (a.own.player < b.own.player ? -1 : 1))
  for (const { one, own, other } of sides) {
    const { tournament, game } = one
    const taken = await transaction
      .updateTable('arenaPlayers')
      .set({ game, opponent: other.player })
      .where('tournament', '=', tournament)
      .where('player', '=', own.player)
      .where('game', 'is', null)
      .where('games', '=', own.games)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('tournamentEntries as entry')
            .innerJoin('tournaments', 'tournaments.id', 'entry.tournament')
            .select('entry.player')
            .where('entry.tournament', '=', tournament)
            .where('entry.player', '=', own.player)
            .where('entry.outAt', 'is', null)
            .where('tournaments.endedAt', 'is', null),
        ),
      )
      .executeTakeFirst()
    if (taken.numUpdatedRows !== 1n) {
      return [{ write: one, conflict: { kind: 'arenaGameTaken', tournament, game } }]
    }
  }
  await transaction
    .insertInto('arenaPairings')
    .values(
      sides.map(({ one: { tournament, game }, color, own, other }) => ({
        ...{ tournament, game },
        player: own.player,
        number: own.games + 1,
        opponent: other.player,
        isBlack: color === 'black' ? 1 : 0,
        ...{ score: null, points: null, isAbsent: 0 },
      })),
    )
    .execute()
  return []
}
