import { type GameId, recordOf } from '@hokito/protocol'
import { err, formatRecord, ok, type Result } from '@hokito/rules'
import type { CopyError } from './checked-copy.ts'
import { openReadOnly, type ReadOnlyDatabase } from './database.ts'
import { GameStore } from './game-store.ts'
import { isThere } from './is-there.ts'
import { accessErrorOf } from './postgres-errors.ts'
import { Sqlite } from './sqlite.ts'

/** A finished game as a record, or the id of one that cannot be read. */
export type Exported = { readonly hgn: string } | { readonly damaged: GameId }

/** Where games are kept: in a SQLite file, or in the PostgreSQL database at an address. */
export interface Source {
  readonly databaseFile: string | undefined
  readonly databaseUrl?: string | undefined
}

/**
 * All finished games of a database, oldest first, one at a time. It is only read, so a server may use
 * it meanwhile; it is closed when the games have been gone through.
 */
export async function exportGames({
  databaseFile: file,
  databaseUrl,
}: Source): Promise<Result<AsyncGenerator<Exported>, CopyError>> {
  if (databaseUrl !== undefined) return exportFromPostgres(databaseUrl)
  if (file === undefined) return err({ code: 'sourceMissing' })
  if (!(await isThere(file))) return err({ code: 'sourceMissing' })
  try {
    return await gamesOrError(await openReadOnly(file))
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return err({ code: 'notADatabase' })
    throw error
  }
}

// --- internal ---

async function exportFromPostgres(
  url: string,
): Promise<Result<AsyncGenerator<Exported>, CopyError>> {
  // Loaded where it is used: most servers are on SQLite.
  const { openPostgresReadOnly } = await import('./postgres.ts')
  try {
    return await gamesOrError(await openPostgresReadOnly(url))
  } catch (error) {
    const code = accessErrorOf(error)
    if (code !== undefined) return err({ code })
    throw error
  }
}

async function gamesOrError(
  database: ReadOnlyDatabase,
): Promise<Result<AsyncGenerator<Exported>, CopyError>> {
  if (database.schemaAge === 'current') return ok(gamesOf(database))
  await database.close()
  return err({ code: database.schemaAge === 'older' ? 'olderSchema' : 'newerSchema' })
}

async function* gamesOf({ db, close }: ReadOnlyDatabase): AsyncGenerator<Exported> {
  try {
    for await (const stored of new GameStore(db, () => undefined, { mayMark: false }).finished()) {
      if (stored.kind === 'damaged') {
        yield { damaged: stored.id }
        continue
      }
      const record = recordOf(stored.game.view)
      // A game that was given up before it was dealt has nothing to tell.
      if (record !== undefined) yield { hgn: formatRecord(record) }
    }
  } finally {
    await close()
  }
}
