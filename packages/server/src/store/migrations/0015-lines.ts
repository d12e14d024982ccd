import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Conditional lines in correspondence games. No column references games, so a node without this
 * table continues as before. Lines that it leaves behind begin at a position that the game has
 * passed.
 */
export function lines(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('lines')
    .addColumn('game', whole, (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('linesJson', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('lines_once', ['game', 'color'])
    .execute()
}
