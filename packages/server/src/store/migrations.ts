import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Brings a database to the present schema.
 * @throws Error when a step fails; the database is then as it was before that step
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

// --- internal ---

/** By name, in order; a released one never changes. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-beginning': { up: begin },
}

async function begin(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('players')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .addColumn('seenAt', 'integer', (column) => column.notNull())
    .execute()
  await beginGames(db)
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .addColumn('challengeJson', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function beginGames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('games')
    .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('black', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('white', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('createdAt', 'integer', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('endedAt', 'integer')
    .addColumn('damage', 'text')
    .execute()
  for (const side of ['black', 'white']) {
    await db.schema.createIndex(`games_of_${side}`).on('games').columns([side, 'endedAt']).execute()
  }
  await sql`create index games_running on games (key) where "endedAt" is null`.execute(db)
  // Rows are added at the end whatever game they belong to, so a commit touches few pages.
  await db.schema
    .createTable('events')
    .addColumn('key', 'integer', (column) => column.primaryKey())
    .addColumn('game', 'integer', (column) => column.notNull().references('games.key'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('command', 'text')
    .addColumn('eventJson', 'text', (column) => column.notNull())
    .addUniqueConstraint('events_once', ['game', 'version'])
    .execute()
  await db.schema
    .createTable('deadlines')
    .addColumn('game', 'integer', (column) => column.primaryKey().references('games.key'))
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('deadlines_by_time').on('deadlines').column('at').execute()
}
