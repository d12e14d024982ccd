import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Of games over days: breaks that players have taken from them, and for which turns of theirs they were reminded. What
 * follows from breaks is in the games' events, which a node that does not know them cannot read: so it must not run beside.
 */
export function days(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole, ownKey }: Columns): Promise<void> {
  await db.schema
    .createTable('breaks')
    .addColumn('key', whole, ownKey)
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('startedAt', whole, (column) => column.notNull())
    .addColumn('until', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('breaks_by_player')
    .on('breaks')
    .columns(['player', 'until'])
    .execute()
  await db.schema
    .createTable('reminders')
    .addColumn('game', whole, (column) => column.primaryKey())
    .addColumn('ply', whole, (column) => column.notNull())
    .addColumn('deadline', whole, (column) => column.notNull())
    .execute()
}
