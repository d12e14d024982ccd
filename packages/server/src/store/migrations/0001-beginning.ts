import { type Kysely, type Migration, sql } from 'kysely'
import type { Columns } from '../columns.ts'

/** Players, sessions, games with their events and deadlines, challenges, and single facts. */
export function beginning(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  const { whole } = columns
  await db.schema
    .createTable('players')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('seenAt', whole, (column) => column.notNull())
    .execute()
  await beginGames(db, columns)
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('challengeJson', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function beginGames(
  db: Kysely<unknown>,
  { whole, ownKey, lastingKey }: Columns,
): Promise<void> {
  await db.schema
    .createTable('games')
    .addColumn('key', whole, lastingKey)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('black', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('white', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('endedAt', whole)
    .addColumn('damage', 'text')
    .execute()
  for (const side of ['black', 'white']) {
    await db.schema.createIndex(`games_of_${side}`).on('games').columns([side, 'endedAt']).execute()
  }
  await sql`create index games_running on games (key) where "endedAt" is null`.execute(db)
  // Rows of all games are appended at the end, so a commit touches few pages.
  await db.schema
    .createTable('events')
    .addColumn('key', whole, ownKey)
    .addColumn('game', whole, (column) => column.notNull().references('games.key'))
    .addColumn('version', whole, (column) => column.notNull())
    .addColumn('command', 'text')
    .addColumn('eventJson', 'text', (column) => column.notNull())
    .addUniqueConstraint('events_once', ['game', 'version'])
    .execute()
  await db.schema
    .createTable('deadlines')
    .addColumn('game', whole, (column) => column.primaryKey().references('games.key'))
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('deadlines_by_time').on('deadlines').column('at').execute()
}
