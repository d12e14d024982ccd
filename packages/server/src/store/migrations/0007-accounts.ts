import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** How players prove their identity: passwords, recovery codes and passkeys. */
export function accounts(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('credentials')
    .addColumn('player', 'text', (column) => column.primaryKey().references('players.id'))
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('renamedAt', whole)
    .execute()
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('codeHash', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .execute()
  await db.schema
    .createIndex('recoveryCodes_by_player')
    .on('recoveryCodes')
    .column('player')
    .execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('counter', whole, (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('passkeys_by_player').on('passkeys').column('player').execute()
  await db.schema
    .createTable('passkeyChallenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text')
    .addColumn('until', whole, (column) => column.notNull())
    .execute()
  // The player may have been deleted by then, so the column references none.
  await db.schema
    .createTable('signOuts')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
}
