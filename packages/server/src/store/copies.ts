import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordOf } from '@hokito/protocol'
import { err, formatRecord, ok, type Result } from '@hokito/rules'
import Sqlite from 'better-sqlite3'
import { faultsOf, openDatabase } from './database.ts'
import { readAliveAt } from './facts.ts'
import { GameStore } from './game-store.ts'

/** Why a database cannot be copied or put back. */
export const COPY_FAULTS = [
  'sourceMissing',
  'targetExists',
  'notADatabase',
  'unsound',
  'serverRuns',
] as const
export type CopyFault = (typeof COPY_FAULTS)[number]

/**
 * Copies a database as it is at one moment, also while a server uses it. The copy is checked before it
 * gets its name, so a file of that name is a whole one.
 */
export async function backupDatabase(from: string, to: string): Promise<Result<void, CopyFault>> {
  if (!(await exists(from))) return err('sourceMissing')
  if (await exists(to)) return err('targetExists')
  return copyChecked(from, to)
}

/** A database that was put back, and where the one that was there before lies now. */
export interface Restored {
  readonly replaced: string | undefined
}

/**
 * Checks a backup and puts it in the place of a server's database. What was there is kept under another
 * name. Refused while a server uses it.
 */
export async function restoreDatabase(
  from: string,
  to: string,
  now: number,
): Promise<Result<Restored, CopyFault>> {
  if (!(await exists(from))) return err('sourceMissing')
  if ((await exists(to)) && (await isInUse(to, now))) return err('serverRuns')
  const fresh = `${to}.restored`
  await rm(fresh, { force: true })
  await mkdir(dirname(to), { recursive: true })
  const copied = await copyChecked(from, fresh)
  if (!copied.ok) return copied
  const replaced = (await exists(to)) ? `${to}.replaced-${now}` : undefined
  if (replaced !== undefined) {
    for (const part of PARTS) {
      if (await exists(to + part)) await rename(to + part, replaced + part)
    }
  }
  await rename(fresh, to)
  return ok({ replaced })
}

/** A finished game as a record, or the id of one that cannot be read. */
export type Exported = { readonly hgn: string } | { readonly damaged: string }

/** All finished games of a database, oldest first, one at a time. */
export async function* exportGames(file: string): AsyncGenerator<Exported> {
  const { db, close } = await openDatabase(file)
  try {
    for await (const stored of new GameStore(db, () => undefined).finished()) {
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

// --- internal ---

/** The database itself, and what SQLite keeps beside it. */
const PARTS = ['', '-wal', '-shm'] as const

/** A server gives a sign of life each second. */
const ALIVE_MS = 5000

async function copyChecked(from: string, to: string): Promise<Result<void, CopyFault>> {
  const part = `${to}.part`
  await rm(part, { force: true })
  try {
    const source = new Sqlite(from, { readonly: true, fileMustExist: true })
    try {
      await source.backup(part)
    } finally {
      source.close()
    }
    const fault = faultOfCopy(part)
    if (fault !== undefined) return err(fault)
    await rename(part, to)
    return ok(undefined)
  } catch (error) {
    if (isSqliteError(error)) return err('notADatabase')
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

function faultOfCopy(file: string): CopyFault | undefined {
  if (faultsOf(file).length > 0) return 'unsound'
  const sqlite = new Sqlite(file, { readonly: true })
  try {
    const tables = sqlite.prepare("select name from sqlite_master where name = 'events'").all()
    return tables.length === 0 ? 'notADatabase' : undefined
  } finally {
    sqlite.close()
  }
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError
}

async function isInUse(file: string, now: number): Promise<boolean> {
  try {
    const { db, close } = await openDatabase(file)
    try {
      return ((await readAliveAt(db)) ?? 0) > now - ALIVE_MS
    } finally {
      await close()
    }
  } catch (error) {
    // What cannot be opened is what a backup is for.
    if (isSqliteError(error)) return false
    throw error
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
