import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * E-mail addresses of players, and the links in e-mails. No column references players: a node
 * without these tables deletes accounts as before, and an address without an account gets no more
 * e-mails.
 */
export function mail(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('mailAddresses')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('addressKey', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('confirmedAt', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mailAddresses_by_key')
    .on('mailAddresses')
    .column('addressKey')
    .execute()
  await db.schema
    .createTable('mailLinks')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('until', whole, (column) => column.notNull())
    .execute()
  for (const column of ['player', 'until']) {
    await db.schema.createIndex(`mailLinks_by_${column}`).on('mailLinks').column(column).execute()
  }
}
