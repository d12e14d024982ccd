import type { Kysely, Migration } from 'kysely'

/** Why a stored challenge could not be read. */
export const lobby: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('challenges').addColumn('damage', 'text').execute()
}
