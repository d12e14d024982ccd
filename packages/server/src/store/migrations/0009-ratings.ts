import type { CreateTableBuilder, Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Ratings by speed, and their changes by rated matches. From here on games say whether they are
 * rated.
 */
export function ratings(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

const REALS = ['rating', 'deviation', 'volatility'] as const

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  let ratings: CreateTableBuilder<string, string> = db.schema
    .createTable('ratings')
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('speed', 'text', (column) => column.notNull())
  for (const real of REALS) {
    ratings = ratings.addColumn(real, 'double precision', (column) => column.notNull())
  }
  await ratings
    .addColumn('matches', whole, (column) => column.notNull())
    .addColumn('ratedAt', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('ratings_once', ['player', 'speed'])
    .execute()
  let changes: CreateTableBuilder<string, string> = db.schema
    .createTable('ratingChanges')
    .addColumn('event', whole, (column) => column.notNull())
    .addColumn('game', whole, (column) => column.notNull().references('games.key'))
  for (const text of ['player', 'opponent', 'speed', 'color', 'firstWinner', 'winner']) {
    changes = changes.addColumn(text, 'text', (column) => column.notNull())
  }
  for (const real of ['ratingBefore', 'deviationBefore', ...REALS, 'expected', 'scored']) {
    changes = changes.addColumn(real, 'double precision', (column) => column.notNull())
  }
  await changes
    .addColumn('at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('ratingChanges_once', ['game', 'player'])
    .execute()
  await db.schema
    .createIndex('ratingChanges_by_player')
    .on('ratingChanges')
    .columns(['player', 'speed', 'event'])
    .execute()
}
