import type { Kysely, Migration } from 'kysely'

/**
 * Accounts that are deleted and of which something is still to be erased. A node that does not know the table deletes
 * accounts in one commit, as before.
 */
export const erasures: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .execute()
}
