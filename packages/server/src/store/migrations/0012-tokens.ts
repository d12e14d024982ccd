import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** Tokens with which programs act for players, and the players that are bots. */
export function tokens(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('accessTokens')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('usedAt', whole)
    .execute()
  await db.schema
    .createIndex('accessTokens_by_player')
    .on('accessTokens')
    .column('player')
    .execute()
  await db.schema
    .createTable('bots')
    .addColumn('player', 'text', (column) => column.primaryKey().references('players.id'))
    .addColumn('since', whole, (column) => column.notNull())
    .addColumn('level', whole)
    .execute()
  await db.schema.createIndex('bots_by_level').on('bots').column('level').unique().execute()
}
