import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** Names that players hold, renames, and sessions that replace each other and end. */
export function names(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole, ownKey }: Columns): Promise<void> {
  await db.schema
    .createTable('heldKeys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('until', whole)
    .execute()
  await db.schema
    .createTable('renames')
    .addColumn('key', whole, ownKey)
    .addColumn('player', 'text', (column) => column.notNull().references('players.id'))
    .addColumn('at', whole, (column) => column.notNull())
    .execute()
  // An older session is renewed on its next use.
  await db.schema
    .alterTable('sessions')
    .addColumn('renewedAt', whole, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('sessions').addColumn('replaces', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('endsAt', whole).execute()
  for (const [table, column] of OWNED_OR_ENDING) {
    const index = db.schema.createIndex(`${table}_by_${column}`).ifNotExists()
    await index.on(table).column(column).execute()
  }
}

/** Rows that are looked up by player or by end. */
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
