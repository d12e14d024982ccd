import { err, ok, type Result } from '@hokito/rules'
import type { Kysely } from 'kysely'
import type { CopyError } from '../store/checked-copy.ts'
import { DatabaseInUseError } from '../store/database.ts'
import { GameStore } from '../store/game-store.ts'
import { isThere } from '../store/is-there.ts'
import { NewerSchemaError } from '../store/migrations.ts'
import { openToRead, openToWrite, type Source } from '../store/open-source.ts'
import { accessErrorOf } from '../store/postgres-errors.ts'
import type { Tables } from '../store/schema.ts'
import { Sqlite } from '../store/sqlite.ts'
import { differencesFrom, rebuildRatings, writeRatings } from './rebuild.ts'

/** The result of recomputing all ratings. */
export interface RatingsReport {
  readonly matches: number
  readonly ratings: number
  /** Stored rows that do not follow from the games. */
  readonly differences: number
}

/**
 * Recomputes all ratings of a database from its games and compares them with the stored ones. With
 * `mayWrite` it corrects the differences. Without, it only reads, and a server may use the database
 * meanwhile.
 */
export async function rebuildStoredRatings(
  source: Source,
  mayWrite: boolean,
): Promise<Result<RatingsReport, CopyError>> {
  if (source.databaseUrl === undefined) {
    const { databaseFile } = source
    if (databaseFile === undefined || !(await isThere(databaseFile))) {
      return err({ code: 'sourceMissing' })
    }
  }
  try {
    return mayWrite ? await rewritten(source) : await compared(source)
  } catch (error) {
    const failed = errorOf(error, source)
    if (failed !== undefined) return err(failed)
    throw error
  }
}

// --- internal ---

async function compared(source: Source): Promise<Result<RatingsReport, CopyError>> {
  const database = await openToRead(source)
  try {
    if (database.schemaAge === 'older') return err({ code: 'olderSchema' })
    if (database.schemaAge === 'newer') return err({ code: 'newerSchema' })
    // One snapshot, because a match may end meanwhile.
    const transaction = database.db.transaction()
    const begun =
      source.databaseUrl === undefined
        ? transaction
        : transaction.setIsolationLevel('repeatable read')
    return ok(await begun.execute(async (db) => (await reported(db)).report))
  } finally {
    await database.close()
  }
}

async function rewritten(source: Source): Promise<Result<RatingsReport, CopyError>> {
  const database = await openToWrite(source)
  try {
    return ok(
      await database.transact(async (transaction) => {
        const { rebuilt, report } = await reported(transaction)
        if (report.differences > 0) await writeRatings(transaction, rebuilt)
        return report
      }),
    )
  } finally {
    await database.close()
  }
}

async function reported(db: Kysely<Tables>) {
  const rebuilt = await rebuildRatings(db, new GameStore(db, () => undefined, { mayMark: false }))
  const { matches, ratings } = rebuilt
  const differences = await differencesFrom(db, rebuilt)
  return { rebuilt, report: { matches, ratings: ratings.length, differences } }
}

function errorOf(error: unknown, { databaseUrl }: Source): CopyError | undefined {
  if (error instanceof DatabaseInUseError) {
    return { code: 'serverRuns', holder: error.inUse.holder }
  }
  if (error instanceof NewerSchemaError) return { code: 'newerSchema' }
  if (error instanceof Sqlite.SqliteError) return { code: 'notADatabase' }
  const code = databaseUrl === undefined ? undefined : accessErrorOf(error)
  return code && { code }
}
