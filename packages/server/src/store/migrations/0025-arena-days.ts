import type { Kysely, Migration } from 'kysely'

/**
 * Names of tournaments, and the days of the arenas that the server opens by itself. The index lets
 * only one node open the arena of a day.
 */
export const arenaDays: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['name', 'day']) {
    await db.schema.alterTable('tournaments').addColumn(column, 'text').execute()
  }
  await db.schema
    .createIndex('tournaments_of_day')
    .on('tournaments')
    .column('day')
    .unique()
    .execute()
}
