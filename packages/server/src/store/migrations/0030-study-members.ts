import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * The accounts that owners have invited to their studies, and who controls the pieces. Older nodes
 * show such a study to its owner alone, unless it is shared. No column references players, as with
 * the studies themselves.
 */
export function studyMembers(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema.alterTable('studies').addColumn('holder', 'text').execute()
  await db.schema
    .createTable('studyMembers')
    .addColumn('study', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('mayEdit', 'integer', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('studyMembers_key', ['study', 'player'])
    .execute()
  await db.schema
    .createIndex('studyMembers_by_player')
    .on('studyMembers')
    .column('player')
    .execute()
}
