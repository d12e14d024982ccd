import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Breaks from correspondence games, and reminders of turns. The games' events contain the effects
 * of breaks, which an older node cannot read, so it must not run beside this version.
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
