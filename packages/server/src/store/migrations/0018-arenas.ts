import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Arenas: their duration, whether they admit bots, the standings of players, and all games. A
 * program that knows tournaments but not arenas would pair them by Swiss rules.
 */
export function arenas(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  for (const column of ['lastsMinutes', 'admitsBots', 'wavedAt']) {
    await db.schema.alterTable('tournaments').addColumn(column, whole).execute()
  }
  await db.schema
    .createTable('arenaPlayers')
    .addColumn('tournament', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('readyAt', whole, (column) => column.notNull())
    .addColumn('game', 'text')
    .addColumn('opponent', 'text')
    .addColumn('blacks', whole, (column) => column.notNull())
    .addColumn('games', whole, (column) => column.notNull())
    .addColumn('score', whole, (column) => column.notNull())
    .addColumn('wins', whole, (column) => column.notNull())
    .addColumn('streak', whole, (column) => column.notNull())
    .addColumn('points', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('arenaPlayers_once', ['tournament', 'player'])
    .execute()
  await db.schema
    .createTable('arenaPairings')
    .addColumn('tournament', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('number', whole, (column) => column.notNull())
    .addColumn('opponent', 'text', (column) => column.notNull())
    .addColumn('game', 'text', (column) => column.notNull())
    .addColumn('isBlack', whole, (column) => column.notNull())
    .addColumn('score', whole)
    .addColumn('points', whole)
    .addColumn('isAbsent', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('arenaPairings_once', ['tournament', 'player', 'number'])
    .execute()
}
