import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * The days and puzzles that accounts show on their profiles. No column references players: a node
 * without this table deletes accounts as before, and a profile that is gone shows nothing.
 */
export function shownProgress(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('shownProgress')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('progressJson', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
}
