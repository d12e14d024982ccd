import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Studies and their chapters. No column references players: a node without these tables deletes
 * accounts as before, and a study without an account is shown to nobody.
 */
export function studies(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('studies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('isShared', 'integer', (column) => column.notNull())
    .addColumn('version', whole, (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('changedAt', whole, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('studies_by_owner').on('studies').column('owner').execute()
  await db.schema
    .createTable('studyChapters')
    .addColumn('study', 'text', (column) => column.notNull())
    .addColumn('n', whole, (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('hgn', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('version', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('studyChapters_key', ['study', 'n'])
    .execute()
}
