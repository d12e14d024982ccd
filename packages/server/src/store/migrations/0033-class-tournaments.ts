import type { Kysely, Migration } from 'kysely'

/** The classes that tournaments are for. */
export const classTournaments: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tournaments').addColumn('class', 'text').execute()
  await db.schema
    .createIndex('tournaments_by_class')
    .on('tournaments')
    .columns(['class', 'startsAt'])
    .execute()
}
