import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type Columns, SQLITE_COLUMNS } from './columns.ts'
import { beginning } from './migrations/0001-beginning.ts'
import { deals } from './migrations/0002-deals.ts'
import { lobby } from './migrations/0002-lobby.ts'
import { names } from './migrations/0002-names.ts'
import { time } from './migrations/0002-time.ts'
import { takenChallenges } from './migrations/0003-taken-challenges.ts'
import { arrangements } from './migrations/0004-arrangements.ts'
import { witnesses } from './migrations/0005-witnesses.ts'
import type { Tables } from './schema.ts'

/**
 * Brings a database with such columns to the present schema.
 * @throws Error when a step fails; the database is then as it was before that step
 */
export async function migrate(db: Kysely<Tables>, columns: Columns): Promise<void> {
  const provider = { getMigrations: async () => migrationsFor(columns) }
  const migrator = new Migrator({ db, provider })
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
  const known = Object.keys(migrationsFor(SQLITE_COLUMNS))
  if ([...done].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.has(name)) ? 'current' : 'older'
}

// --- internal ---

/** By name, in order; databases remember the names, and a released one never changes. */
function migrationsFor(columns: Columns): Record<string, Migration> {
  return {
    '0001-beginning': beginning(columns),
    '0002-lobby': lobby,
    '0002-names': names(columns),
    '0002-deals': deals(columns),
    '0002-time': time(columns),
    '0003-taken-challenges': takenChallenges,
    '0004-arrangements': arrangements(columns),
    '0005-witnesses': witnesses(columns),
  }
}
