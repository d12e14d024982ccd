import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Players who want e-mails about games, and the e-mails waiting to be written. No column references
 * players: a node without these tables deletes accounts as before, and a row without an account
 * gets no more e-mails.
 */
export function notices(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('gameLetters')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('since', whole, (column) => column.notNull())
    .addColumn('turnsAt', whole)
    .addColumn('dayAt', whole, (column) => column.notNull())
    .addColumn('countOfDay', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('waitingLetters')
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('madeAt', whole, (column) => column.notNull())
    .addColumn('dueAt', whole, (column) => column.notNull())
    .addColumn('tries', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('waitingLetters_key', ['player', 'kind', 'subject'])
    .execute()
  await db.schema
    .createIndex('waitingLetters_by_dueAt')
    .on('waitingLetters')
    .column('dueAt')
    .execute()
}
