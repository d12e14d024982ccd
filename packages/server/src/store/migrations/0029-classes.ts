import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Teachers, their classes, the pupils with what they have done, and tasks. No column references
 * players: a node without these tables deletes accounts as before.
 */
export function classes(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('teachers')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('since', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('classes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('teacher', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('isOpen', 'integer', (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('classes_by_teacher').on('classes').column('teacher').execute()
  await db.schema
    .createTable('pupils')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('since', whole, (column) => column.notNull())
    .addColumn('progressJson', 'text', (column) => column.notNull())
    .addColumn('isOffered', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('pupils_by_class').on('pupils').column('class').execute()
  await db.schema
    .createTable('classTasks')
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('n', whole, (column) => column.notNull())
    .addColumn('taskJson', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('classTasks_key', ['class', 'n'])
    .execute()
}
