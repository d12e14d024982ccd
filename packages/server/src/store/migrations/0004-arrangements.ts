import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** The arrangements of a game's sides, hidden until both are ready. */
export function arrangements(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('arrangements')
    .addColumn('game', whole, (column) => column.notNull().references('games.key'))
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('arrangement', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('arrangements_once', ['game', 'color'])
    .execute()
}
