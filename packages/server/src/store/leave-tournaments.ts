import type { PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Withdraws a player from all unfinished tournaments, within the open transaction. A player who
 * leaves before a tournament begins is removed from it entirely. Played games stay.
 */
export async function leaveTournaments(
  transaction: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<void> {
  const open = await transaction
    .selectFrom('tournamentEntries')
    .innerJoin('tournaments', 'tournaments.id', 'tournamentEntries.tournament')
    .select(['tournaments.id', 'tournaments.round'])
    .where('player', '=', player)
    .where('endedAt', 'is', null)
    .orderBy('tournaments.id')
    .execute()
  for (const { id } of open) await leaveTournament(transaction, { tournament: id, player }, now)
}

/**
 * Withdraws a player from one tournament. False if the player has not entered it or is already out.
 */
export async function leaveTournament(
  transaction: Kysely<Tables>,
  { tournament, player }: Pick<Tables['tournamentEntries'], 'tournament' | 'player'>,
  now: number,
): Promise<boolean> {
  // Change the counter before the entry, in the same order as entering does, so that the two wait
  // for each other and cannot deadlock.
  const before = await transaction
    .updateTable('tournaments')
    .set((row) => ({ entered: row('entered', '-', 1) }))
    .where('id', '=', tournament)
    .where('round', '=', 0)
    .where('endedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tournamentEntries')
          .select('player')
          .where('tournament', '=', tournament)
          .where('player', '=', player),
      ),
    )
    .executeTakeFirst()
  const entry = { tournament, player }
  const isBefore = before.numUpdatedRows === 1n
  if (isBefore) {
    await transaction
      .deleteFrom('arenaPlayers')
      .where('tournament', '=', entry.tournament)
      .where('player', '=', entry.player)
      .execute()
  }
  const rows = isBefore
    ? await transaction
        .deleteFrom('tournamentEntries')
        .where('tournament', '=', entry.tournament)
        .where('player', '=', entry.player)
        .returning('player')
        .execute()
    : await transaction
        .updateTable('tournamentEntries')
        .set({ outAt: now })
        .where('tournament', '=', entry.tournament)
        .where('player', '=', entry.player)
        .where('outAt', 'is', null)
        .returning('player')
        .execute()
  return rows.length === 1
}
