import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Tournaments: entries, and the pairings of each round. No column references players or games: a
 * node without these tables continues as before, and treats their games like any others.
 */
export function tournaments(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('tournaments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('termsJson', 'text', (column) => column.notNull())
    .addColumn('rounds', whole, (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('startsAt', whole, (column) => column.notNull())
    .addColumn('round', whole, (column) => column.notNull())
    .addColumn('entered', whole, (column) => column.notNull())
    .addColumn('endedAt', whole)
    .execute()
  await db.schema
    .createIndex('tournaments_by_end')
    .on('tournaments')
    .columns(['endedAt', 'startsAt'])
    .execute()
  await db.schema.createIndex('tournaments_by_maker').on('tournaments').column('maker').execute()
  await db.schema
    .createTable('tournamentEntries')
    .addColumn('tournament', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('rating', whole, (column) => column.notNull())
    .addColumn('outAt', whole)
    .addPrimaryKeyConstraint('tournamentEntries_once', ['tournament', 'player'])
    .execute()
  await db.schema
    .createIndex('tournamentEntries_by_player')
    .on('tournamentEntries')
    .column('player')
    .execute()
  await db.schema
    .createTable('tournamentPairings')
    .addColumn('tournament', 'text', (column) => column.notNull())
    .addColumn('round', whole, (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('board', whole, (column) => column.notNull())
    .addColumn('opponent', 'text')
    .addColumn('game', 'text')
    .addColumn('next', 'text')
    .addColumn('score', whole)
    .addColumn('points', whole)
    .addColumn('isAbsent', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint('tournamentPairings_once', ['tournament', 'round', 'player'])
    .execute()
}
