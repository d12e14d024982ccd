import { type Kysely, type Migration, sql } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Relations between people: follows, blocks, challenges to a player, messages in games, reports,
 * and sanctions. No column references players or games, so a node without these tables continues as
 * before.
 */
export function social(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await betweenTwo(db, columns, 'follows', 'followed')
  await betweenTwo(db, columns, 'blocks', 'blocked')
  await challengesSent(db, columns)
  await talk(db, columns)
  await reports(db, columns)
  await administration(db, columns)
  // Contains only settled ratings, the best last, so a leaderboard is its end. Ratings are few
  // compared with games.
  await sql`
    create index ratings_settled on ratings (speed, rating) where deviation < 110
  `.execute(db)
}

/** A row for each pair of players, with an index for either side. */
async function betweenTwo(
  db: Kysely<unknown>,
  { whole }: Columns,
  table: string,
  other: string,
): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn(other, 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_once`, ['player', other] as never)
    .execute()
  await db.schema.createIndex(`${table}_by_${other}`).on(table).column(other).execute()
}

async function challengesSent(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('sentChallenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('receiver', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
  for (const side of ['sender', 'receiver']) {
    await db.schema
      .createIndex(`sentChallenges_by_${side}`)
      .on('sentChallenges')
      .column(side)
      .execute()
  }
}

async function talk(db: Kysely<unknown>, { whole, lastingKey }: Columns): Promise<void> {
  await db.schema
    .createTable('talkers')
    .addColumn('player', 'text', (column) => column.primaryKey())
    .addColumn('since', whole, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sayings')
    .addColumn('key', whole, lastingKey)
    .addColumn('game', 'text', (column) => column.notNull())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('phrase', 'text')
    .addColumn('words', 'text')
    .execute()
  await db.schema.createIndex('sayings_by_game').on('sayings').columns(['game', 'key']).execute()
  await db.schema.createIndex('sayings_by_at').on('sayings').column('at').execute()
}

async function reports(db: Kysely<unknown>, { whole, lastingKey }: Columns): Promise<void> {
  await db.schema
    .createTable('reports')
    .addColumn('key', whole, lastingKey)
    .addColumn('reporter', 'text', (column) => column.notNull())
    .addColumn('reported', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('game', 'text')
    .addColumn('saidJson', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('closedAt', whole)
    .addColumn('answer', 'text')
    .execute()
  await db.schema
    .createIndex('reports_by_reporter')
    .on('reports')
    .columns(['reporter', 'at'])
    .execute()
  await db.schema
    .createIndex('reports_by_closedAt')
    .on('reports')
    .columns(['closedAt', 'key'])
    .execute()
}

async function administration(db: Kysely<unknown>, { whole, lastingKey }: Columns): Promise<void> {
  await db.schema
    .createTable('limitations')
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('why', 'text', (column) => column.notNull())
    .addColumn('since', whole, (column) => column.notNull())
    .addColumn('until', whole)
    .addPrimaryKeyConstraint('limitations_once', ['player', 'kind'])
    .execute()
  await db.schema
    .createTable('orders')
    .addColumn('key', whole, lastingKey)
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('orderJson', 'text', (column) => column.notNull())
    .addColumn('takenAt', whole)
    .addColumn('answerJson', 'text')
    .execute()
  await db.schema
    .createTable('adminLog')
    .addColumn('key', whole, lastingKey)
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('admin', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('player', 'text')
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('why', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .execute()
}
