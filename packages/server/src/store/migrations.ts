import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type Columns, SQLITE_COLUMNS } from './columns.ts'
import { additiveIn, writeAdditive } from './facts.ts'
import { beginning } from './migrations/0001-beginning.ts'
import { deals } from './migrations/0002-deals.ts'
import { lobby } from './migrations/0002-lobby.ts'
import { names } from './migrations/0002-names.ts'
import { time } from './migrations/0002-time.ts'
import { takenChallenges } from './migrations/0003-taken-challenges.ts'
import { arrangements } from './migrations/0004-arrangements.ts'
import { witnesses } from './migrations/0005-witnesses.ts'
import { daily } from './migrations/0006-daily.ts'
import { accounts } from './migrations/0007-accounts.ts'
import { explorer } from './migrations/0008-explorer.ts'
import { ratings } from './migrations/0009-ratings.ts'
import { explorerBoards } from './migrations/0011-explorer-boards.ts'
import { tokens } from './migrations/0012-tokens.ts'
import { social } from './migrations/0013-social.ts'
import { push } from './migrations/0014-push.ts'
import { lines } from './migrations/0015-lines.ts'
import { days } from './migrations/0016-days.ts'
import { tournaments } from './migrations/0017-tournaments.ts'
import { arenas } from './migrations/0018-arenas.ts'
import { mail } from './migrations/0020-mail.ts'
import { notices } from './migrations/0022-notices.ts'
import { erasures } from './migrations/0024-erasures.ts'
import type { Tables } from './schema.ts'

/** A step of the schema. */
export interface Step {
  readonly migration: Migration
  /**
   * Can programs that do not know it go on beside it, and start after it? That promises three things. It only
   * adds what they neither read nor have to write: tables, and columns that may be left out. It takes a
   * moment, as play waits for it: no index on a large table, no row written anew. And its version stores
   * nothing that the one before cannot read; a version that does, or that takes something away, comes with a
   * step that is not additive, even if that step does nothing else.
   */
  readonly isAdditive: boolean
}

/** By name, in order; databases remember the names, and a released one never changes. */
export type Steps = Readonly<Record<string, Step>>

/** All steps there are, for a database with such columns. */
export function stepsFor(columns: Columns): Steps {
  return {
    '0001-beginning': { migration: beginning(columns), isAdditive: false },
    '0002-lobby': { migration: lobby, isAdditive: false },
    '0002-names': { migration: names(columns), isAdditive: false },
    '0002-deals': { migration: deals(columns), isAdditive: false },
    '0002-time': { migration: time(columns), isAdditive: false },
    '0003-taken-challenges': { migration: takenChallenges, isAdditive: false },
    '0004-arrangements': { migration: arrangements(columns), isAdditive: false },
    '0005-witnesses': { migration: witnesses(columns), isAdditive: false },
    '0006-daily': { migration: daily(columns), isAdditive: true },
    '0007-accounts': { migration: accounts(columns), isAdditive: true },
    '0008-explorer': { migration: explorer(columns), isAdditive: true },
    // Games that say whether they are rated cannot be read by what does not know the word.
    '0009-ratings': { migration: ratings(columns), isAdditive: false },
    // The table of explored games gains a column that has to be written.
    '0011-explorer-boards': { migration: explorerBoards(columns), isAdditive: false },
    // Games and challenges that say who is a BOT cannot be read by what does not know the word.
    '0012-tokens': { migration: tokens(columns), isAdditive: false },
    '0013-social': { migration: social(columns), isAdditive: true },
    '0014-push': { migration: push(columns), isAdditive: true },
    '0015-lines': { migration: lines(columns), isAdditive: true },
    '0016-days': { migration: days(columns), isAdditive: false },
    '0017-tournaments': { migration: tournaments(columns), isAdditive: true },
    // What knows tournaments, but no arenas, would pair an arena as if it were a Swiss one.
    '0018-arenas': { migration: arenas(columns), isAdditive: false },
    '0020-mail': { migration: mail(columns), isAdditive: true },
    '0022-notices': { migration: notices(columns), isAdditive: true },
    '0024-erasures': { migration: erasures, isAdditive: true },
  }
}

/** Thrown for a database of a newer version, which this one must not use. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(`these steps of the schema are not known: ${unknown.join(', ')}`)
  }
}

/** Thrown where the schema has to change in a way that nodes which run could not go on beside. */
export class OtherNodesError extends Error {
  constructor(pending: readonly string[]) {
    super(`other nodes could not bear these steps of the schema: ${pending.join(', ')}`)
  }
}

/**
 * Brings a database to the present schema. A newer one is left as it is, if all that it has more is additive.
 * @param isAlone does no other program use it, and will none begin to meanwhile?
 * @throws NewerSchemaError
 * @throws OtherNodesError
 * @throws Error when a step fails; the database is then as it was before
 */
export async function migrate(db: Kysely<Tables>, steps: Steps, isAlone: boolean): Promise<void> {
  const done = await doneIn(db)
  const pending = Object.keys(steps).filter((name) => !done.has(name))
  const unknown = [...done].filter((name) => steps[name] === undefined)
  if (unknown.length > 0) {
    const additive = await additiveIn(db)
    const isBorne = pending.length === 0 && unknown.every((name) => additive.has(name))
    if (!isBorne) throw new NewerSchemaError(unknown)
    return
  }
  const unbearable = pending.filter((name) => !steps[name]?.isAdditive)
  if (!isAlone && unbearable.length > 0) throw new OtherNodesError(unbearable)
  if (pending.length === 0) return
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => noted(steps) },
    // Steps that are additive stand beside each other: one may come after another of a higher number.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Refuses a database with any step that these are not, before anything is written to it.
 * @throws NewerSchemaError
 */
export async function refuseNewer(db: Kysely<Tables>, steps: Steps): Promise<void> {
  const unknown = [...(await doneIn(db))].filter((name) => steps[name] === undefined)
  if (unknown.length > 0) throw new NewerSchemaError(unknown)
}

/** How a database's schema stands to the present one. */
export type SchemaAge = 'current' | 'older' | 'newer'

/**
 * Compares a database's schema with the present one, without changing it.
 * @throws Error when it is no database of ours
 */
export async function schemaAgeOf(db: Kysely<Tables>): Promise<SchemaAge> {
  const done = await namesIn(db)
  const known = Object.keys(stepsFor(SQLITE_COLUMNS))
  if ([...done].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.has(name)) ? 'current' : 'older'
}

// --- internal ---

/** What has been done to a database; nothing to one that is empty. */
async function doneIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration') ? namesIn(db) : new Set()
}

async function namesIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** An additive step says so in the database, by which a program knows it that does not have the step. */
function noted(steps: Steps): Record<string, Migration> {
  const all = Object.entries(steps).map(([name, { migration, isAdditive }]) => {
    const up: Migration['up'] = async (db) => {
      await migration.up(db)
      if (isAdditive) await writeAdditive(db, name)
    }
    return [name, { up }] as const
  })
  return Object.fromEntries(all)
}
