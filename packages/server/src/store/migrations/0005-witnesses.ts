import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Witness rows, which tell whether a transaction was stored whose commit was not answered. Only
 * PostgreSQL uses them.
 */
export function witnesses(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('witnesses')
    .addColumn('connection', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
}
