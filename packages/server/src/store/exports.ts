import { access } from 'node:fs/promises'
import { recordOf } from '@hokito/protocol'
import { err, formatRecord, ok, type Result } from '@hokito/rules'
import Sqlite from 'better-sqlite3'
import type { CopyError } from './checked-copy.ts'
import { openReadOnly, type ReadOnlyDatabase } from './database.ts'
import { GameStore } from './game-store.ts'

/** A finished game as a record, or the id of one that cannot be read. */
export type Exported = { readonly hgn: string } | { readonly damaged: string }

/**
 * All finished games of a database, oldest first, one at a time. It is only read, so a server may use
 * it meanwhile; it is closed when the games have been gone through.
 */
export async function exportGames(
  file: string,
): Promise<Result<AsyncGenerator<Exported>, CopyError>> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return err({ code: 'sourceMissing' })
  const opened = await openToRead(file)
  return opened.ok ? ok(gamesOf(opened.value)) : opened
}

// --- internal ---

async function openToRead(file: string): Promise<Result<ReadOnlyDatabase, CopyError>> {
  try {
    const database = await openReadOnly(file)
    if (database.schemaAge === 'current') return ok(database)
    await database.close()
    return err({ code: database.schemaAge === 'older' ? 'olderSchema' : 'newerSchema' })
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return err({ code: 'notADatabase' })
    throw error
  }
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
