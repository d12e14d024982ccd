import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** Times in which nobody could play. */
export function time(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole, lastingKey }: Columns): Promise<void> {
  await db.schema
    .createTable('shifts')
    // Keys are not reused, so deleting by key cannot affect a newer row.
    .addColumn('key', whole, lastingKey)
    .addColumn('afterEvent', whole, (column) => column.notNull())
    .addColumn('fromAt', whole, (column) => column.notNull())
    .addColumn('toAt', whole, (column) => column.notNull())
    .execute()
}
