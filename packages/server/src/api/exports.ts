import { type GameId, recordOf } from '@hokito/protocol'
import { err, formatRecord, ok, type Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { CopyError } from '../store/checked-copy.ts'
import { openReadOnly, type ReadOnlyDatabase } from '../store/database.ts'
import { type Ended, GameStore } from '../store/game-store.ts'
import { isThere } from '../store/is-there.ts'
import type { Source } from '../store/open-source.ts'
import { accessErrorOf } from '../store/postgres-errors.ts'
import { Sqlite } from '../store/sqlite.ts'
import { GameTournaments } from '../tournaments/game-tournaments.ts'
import { apiGameOf } from './game-answer.ts'

/** The format of exported games: records, or lines of JSON as in the API. */
export type ExportFormat = 'hgn' | 'ndjson'

/** Which finished games to export, and how. */
export interface ExportWish {
  readonly format: ExportFormat
  /** The time in which they ended; any if absent. */
  readonly ended?: Ended | undefined
  /** Includes games by invitation, which belong to people with the link. */
  readonly withUnlisted: boolean
}

const ALL_RECORDS: ExportWish = { format: 'hgn', withUnlisted: true }

/** A finished game as a text, or the id of one that cannot be read or is not public. */
export type Exported =
  | { readonly text: string }
  | { readonly damaged: GameId }
  | { readonly unlisted: GameId }

type Games = Result<AsyncGenerator<Exported>, CopyError>

/**
 * The finished games of a database in the order in which they began, one at a time. The database is
 * only read, so a server may be using it, and is closed after the last game.
 */
export async function exportGames(
  { databaseFile: file, databaseUrl }: Source,
  wish: ExportWish = ALL_RECORDS,
): Promise<Games> {
  if (databaseUrl !== undefined) return exportFromPostgres(databaseUrl, wish)
  if (file === undefined) return err({ code: 'sourceMissing' })
  if (!(await isThere(file))) return err({ code: 'sourceMissing' })
  try {
    return await gamesOrError(await openReadOnly(file), wish)
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return err({ code: 'notADatabase' })
    throw error
  }
}

// --- internal ---

async function exportFromPostgres(url: string, wish: ExportWish): Promise<Games> {
  // Loaded on demand: most servers use SQLite.
  const { openPostgresReadOnly } = await import('../store/postgres.ts')
  try {
    return await gamesOrError(await openPostgresReadOnly(url), wish)
  } catch (error) {
    const code = accessErrorOf(error)
    if (code !== undefined) return err({ code })
    throw error
  }
}

async function gamesOrError(database: ReadOnlyDatabase, wish: ExportWish): Promise<Games> {
  if (database.schemaAge === 'current') return ok(gamesOf(database, wish))
  await database.close()
  return err({ code: database.schemaAge === 'older' ? 'olderSchema' : 'newerSchema' })
}

async function* gamesOf(
  { db, close }: ReadOnlyDatabase,
  { format, ended, withUnlisted }: ExportWish,
): AsyncGenerator<Exported> {
  const store = new GameStore(db, () => undefined, { mayMark: false })
  const tournaments = new GameTournaments(db)
  try {
    for await (const stored of store.finished(ended)) {
      if (stored.kind === 'damaged') {
        yield { damaged: stored.id }
        continue
      }
      const { view } = stored.game
      const text = await textOf(stored.game, format, tournaments)
      // A game called off before the deal has no record.
      if (text === undefined) continue
      yield withUnlisted || view.isListed === true ? { text } : { unlisted: view.id }
    }
  } finally {
    await close()
  }
}

async function textOf(
  game: Game,
  format: ExportFormat,
  tournaments: GameTournaments,
): Promise<string | undefined> {
  const record = recordOf(game.view)
  if (record === undefined) return undefined
  if (format === 'hgn') return formatRecord(record)
  return `${JSON.stringify(await apiGameOf(game, tournaments))}\n`
}
