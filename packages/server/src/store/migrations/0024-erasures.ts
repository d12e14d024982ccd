import type { Kysely, Migration } from 'kysely'

/**
 * Deleted accounts with data still to be erased. A node without this table deletes accounts in one
 * commit, as before.
 */
export const erasures: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .execute()
}
