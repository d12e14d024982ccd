import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * What players have set to be replied for them in games by correspondence. Nothing refers to games: a node that does not
 * know this table goes on as before, and what it has left behind begins where no game stands any more.
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
