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

/** How a database's schema stands to the present one. */
export type SchemaAge = 'current' | 'older' | 'newer'

/**
 * Compares a database's schema with the present one, without changing it.
 * @throws Error when it is no database of ours
 */
export async function schemaAgeOf(db: Kysely<Tables>): Promise<SchemaAge> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const known = Object.keys(MIGRATIONS)
  if ([...done].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.has(name)) ? 'current' : 'older'
}

// --- internal ---

/** By name, in order; a released one never changes. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-beginning': { up: begin },
  '0002-lobby': { up: markDamagedChallenges },
  '0002-names': { up: keepNames },
  '0002-deals': { up: addLeftDeals },
  '0002-time': { up: addShifts },
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

async function markDamagedChallenges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('challenges').addColumn('damage', 'text').execute()
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

/** Names that are held, how often they change, and sessions that take each other's place and end. */
async function keepNames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('heldKeys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('until', 'integer')
    .execute()
  await db.schema
    .createTable('renames')
    .addColumn('key', 'integer', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
  // A session that was begun before this is renewed on its next use.
  await db.schema
    .alterTable('sessions')
    .addColumn('renewedAt', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('sessions').addColumn('replaces', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('endsAt', 'integer').execute()
  for (const [table, column] of OWNED_OR_ENDING) {
    const index = db.schema.createIndex(`${table}_by_${column}`).ifNotExists()
    await index.on(table).column(column).execute()
  }
}

/** What is looked for by its player, or by when it ends. */
const OWNED_OR_ENDING = [
  ['heldKeys', 'player'],
  ['heldKeys', 'until'],
  ['renames', 'player'],
  ['renames', 'at'],
  ['sessions', 'player'],
  ['sessions', 'seenAt'],
  ['sessions', 'endsAt'],
  ['challenges', 'player'],
] as const

async function addLeftDeals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leftDeals')
    .addColumn('game', 'integer', (column) => column.primaryKey().references('games.key'))
    .addColumn('leaver', 'text')
    .addColumn('black', 'text', (column) => column.notNull())
    .addColumn('white', 'text', (column) => column.notNull())
    .addColumn('setup', 'text', (column) => column.notNull())
    .addColumn('deal', 'text')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('takenBy', 'integer', (column) => column.references('games.key'))
    .execute()
  const indexes = {
    pair: ['black', 'white'],
    leaver: ['leaver', 'at'],
    game: ['takenBy'],
    time: ['at'],
  }
  for (const [what, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(`leftDeals_by_${what}`).on('leftDeals').columns(columns).execute()
  }
}

async function addShifts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shifts')
    // Keys are not used again: what is forgotten by its key must be that one.
    .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('afterEvent', 'integer', (column) => column.notNull())
    .addColumn('fromAt', 'integer', (column) => column.notNull())
    .addColumn('toAt', 'integer', (column) => column.notNull())
    .execute()
}
