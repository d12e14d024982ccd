import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Accounts that ask to be confirmed as teachers, and the owner's answers. A node without the table
 * confirms teachers as before.
 */
export function teachRequests(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('teachRequests')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('school', 'text', (column) => column.notNull())
    .addColumn('answeredAt', whole)
    .addColumn('isGranted', 'integer')
    .addColumn('why', 'text')
    .execute()
}
