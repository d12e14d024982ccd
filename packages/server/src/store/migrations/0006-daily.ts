import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Games of the day: each player's try, the number of tries with each margin, and the moves from
 * each position. No column references players: a node without these tables deletes guests who have
 * never played elsewhere.
 */
export function daily(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('dailyTries')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('margin', 'integer', (column) => column.notNull())
    .addColumn('moves', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('dailyTries_once', ['day', 'level', 'player'])
    .execute()
  await db.schema
    .createIndex('dailyTries_best')
    .on('dailyTries')
    .columns(['day', 'level', 'margin desc', 'at', 'player'])
    .execute()
  await db.schema
    .createIndex('dailyTries_player')
    .on('dailyTries')
    .columns(['player', 'day'])
    .execute()
  await db.schema
    .createTable('dailyMargins')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('margin', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('dailyMargins_once', ['day', 'level', 'margin'])
    .execute()
  await db.schema
    .createTable('dailyMoves')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('move', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('dailyMoves_once', ['day', 'position', 'move'])
    .execute()
}
