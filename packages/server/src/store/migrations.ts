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
import { arenaDays } from './migrations/0025-arena-days.ts'
import { shownProgress } from './migrations/0027-shown-progress.ts'
import { studies } from './migrations/0028-studies.ts'
import { classes } from './migrations/0029-classes.ts'
import { studyMembers } from './migrations/0030-study-members.ts'
import { exercises } from './migrations/0032-exercises.ts'
import { classTournaments } from './migrations/0033-class-tournaments.ts'
import { publicStudies } from './migrations/0034-public-studies.ts'
import { teachRequests } from './migrations/0035-teach-requests.ts'
import { accountNames } from './migrations/0036-account-names.ts'
import { chapterPlaces } from './migrations/0037-chapter-places.ts'
import type { Tables } from './schema.ts'

/** A step of the schema. */
export interface Step {
  readonly migration: Migration
  /**
   * Can programs that do not know the step keep running beside it, and start after it? That
   * promises three things:
   * - It only adds tables, and columns that may be left out. Older programs need neither to read
   *   nor to write them.
   * - It takes only a moment, because play waits for it: no index on a large table, and no
   *   rewriting of rows.
   * - Its version stores nothing that the previous one cannot read. A version that does, or that
   *   removes something, comes with a step that is not additive, even if that step does nothing
   *   else.
   */
  readonly isAdditive: boolean
}

/** Steps by name, in order. Databases remember the names, and a released step never changes. */
export type Steps = Readonly<Record<string, Step>>

/** All steps, for a database with these columns. */
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
    // Older programs cannot read games that contain `isRated`.
    '0009-ratings': { migration: ratings(columns), isAdditive: false },
    // The table of explored games gains a column that must be written.
    '0011-explorer-boards': { migration: explorerBoards(columns), isAdditive: false },
    // Older programs cannot read games and challenges that contain `isBot`.
    '0012-tokens': { migration: tokens(columns), isAdditive: false },
    '0013-social': { migration: social(columns), isAdditive: true },
    '0014-push': { migration: push(columns), isAdditive: true },
    '0015-lines': { migration: lines(columns), isAdditive: true },
    '0016-days': { migration: days(columns), isAdditive: false },
    '0017-tournaments': { migration: tournaments(columns), isAdditive: true },
    // A program that knows tournaments but not arenas would pair an arena as a Swiss tournament.
    '0018-arenas': { migration: arenas(columns), isAdditive: false },
    '0020-mail': { migration: mail(columns), isAdditive: true },
    '0022-notices': { migration: notices(columns), isAdditive: true },
    '0024-erasures': { migration: erasures, isAdditive: true },
    '0025-arena-days': { migration: arenaDays, isAdditive: true },
    // Older programs cannot read games and challenges that contain `compensation`, `twosInFront` or
    // `isDivided`, nor the event `ready`.
    '0026-terms': { migration: { up: async () => undefined }, isAdditive: false },
    '0027-shown-progress': { migration: shownProgress(columns), isAdditive: true },
    '0028-studies': { migration: studies(columns), isAdditive: true },
    '0029-classes': { migration: classes(columns), isAdditive: true },
    '0030-study-members': { migration: studyMembers(columns), isAdditive: true },
    // Older programs cannot read rated single games, nor count their rating changes.
    '0031-rated-singles': { migration: { up: async () => undefined }, isAdditive: false },
    '0032-exercises': { migration: exercises, isAdditive: true },
    // Older programs would show the tournaments of classes to everyone.
    '0033-class-tournaments': { migration: classTournaments, isAdditive: false },
    '0034-public-studies': { migration: publicStudies, isAdditive: true },
    '0035-teach-requests': { migration: teachRequests(columns), isAdditive: true },
    // Older programs would make accounts that nobody finds by their letters.
    '0036-account-names': { migration: accountNames(columns), isAdditive: false },
    '0037-chapter-places': { migration: chapterPlaces, isAdditive: true },
  }
}

/** The database belongs to a newer version, which this one must not use. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(`these steps of the schema are not known: ${unknown.join(', ')}`)
  }
}

/** The schema has to change in a way that running nodes do not support. */
export class OtherNodesError extends Error {
  constructor(pending: readonly string[]) {
    super(`other nodes could not run with these steps of the schema: ${pending.join(', ')}`)
  }
}

/**
 * Brings a database to the present schema. Leaves a newer one unchanged if all its further steps
 * are additive.
 * @param isAlone whether no other program uses the database, or will start to meanwhile
 * @throws NewerSchemaError
 * @throws OtherNodesError
 * @throws Error when a step fails; the database is then unchanged
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
    // Additive steps are independent, so one may follow another of a higher number.
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Refuses a database that has any unknown step, before writing to it.
 * @throws NewerSchemaError
 */
export async function refuseNewer(db: Kysely<Tables>, steps: Steps): Promise<void> {
  const unknown = [...(await doneIn(db))].filter((name) => steps[name] === undefined)
  if (unknown.length > 0) throw new NewerSchemaError(unknown)
}

/** A database's schema compared with the present one. */
export type SchemaAge = 'current' | 'older' | 'newer'

/**
 * Compares a database's schema with the present one, without changing it.
 * @throws Error when it is not a Hokito database
 */
export async function schemaAgeOf(db: Kysely<Tables>): Promise<SchemaAge> {
  const done = await namesIn(db)
  const known = Object.keys(stepsFor(SQLITE_COLUMNS))
  if ([...done].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.has(name)) ? 'current' : 'older'
}

// --- internal ---

/** The steps applied to a database; empty for an empty database. */
async function doneIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration') ? namesIn(db) : new Set()
}

async function namesIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Makes additive steps record themselves in the database, so that programs without the step
 * recognise them.
 */
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
