import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '@hokito/rules'
import { codeOf, makePrivate } from '../ground/private-files.ts'
import { integrityErrorsOf } from './database.ts'
import { type Holder, lockDatabase } from './database-lock.ts'
import { Sqlite } from './sqlite.ts'
import { writeErrorCodeOf } from './write-error.ts'

/** Why a database cannot be copied, restored or exported. */
export const COPY_ERRORS = [
  'sourceMissing',
  'targetExists',
  'targetBusy',
  'folderMissing',
  'notWritable',
  'diskFull',
  'notADatabase',
  'olderSchema',
  'newerSchema',
  'unsound',
  'unreachable',
  'wrongPassword',
  'noSuchDatabase',
  'noRights',
  'serverRuns',
  'cancelled',
] as const
export type CopyErrorCode = (typeof COPY_ERRORS)[number]

/** An error, with the process that holds the database if that is the cause and known. */
export interface CopyError {
  readonly code: CopyErrorCode
  readonly holder?: Holder | undefined
}

/** The progress of a copy: the share of pages written, or the final check. */
export type CopyProgress =
  | { readonly stage: 'copying'; readonly share: number }
  | { readonly stage: 'checking' }

/** How a copy reports progress and how it is stopped. */
export interface CopyOptions {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  /**
   * Stops the copy between two pieces and leaves nothing behind. The final check is not
   * interrupted.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies a snapshot of a database, even while a server writes to it, and checks the copy. The copy
 * gets its name only when it is complete and on the disk. It replaces any file of that name.
 */
export async function copyChecked(
  from: string,
  to: string,
  options: CopyOptions,
): Promise<Result<void, CopyError>> {
  const part = `${to}.part`
  try {
    // Without a lock, another copy would delete our part file during the write.
    const lock = await lockDatabase(part)
    if (!lock.ok) return err({ code: 'targetBusy', holder: lock.error.holder })
    try {
      return await copyTo(part, from, to, options)
    } finally {
      await sweep(part)
      await rm(`${part}.lock`, { force: true })
      lock.value.release()
    }
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === undefined) throw error
    return err({ code })
  }
}

/** Merges a database into a single file without a log. */
export function consolidate(file: string): void {
  const sqlite = new Sqlite(file, { fileMustExist: true })
  try {
    sqlite.pragma('journal_mode = DELETE')
  } finally {
    sqlite.close()
  }
}

/** Resolves when all data written to a file or folder is on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// --- internal ---

/** 4 MB take a few milliseconds, so the copy reacts quickly to an interruption. */
const PAGES_AT_ONCE = 1000

const SIDE_FILES = ['', '-journal', '-wal', '-shm'] as const

class Cancelled extends Error {}

async function copyTo(
  part: string,
  from: string,
  to: string,
  { onProgress, signal }: CopyOptions,
): Promise<Result<void, CopyError>> {
  await sweep(part)
  makePrivate(part)
  await copyPages(from, part, (share) => {
    if (signal?.aborted) throw new Cancelled()
    onProgress?.({ stage: 'copying', share })
  })
  consolidate(part)
  onProgress?.({ stage: 'checking' })
  await nextTurn()
  const code = signal?.aborted ? 'cancelled' : errorOfCopy(part)
  if (code !== undefined) return err({ code })
  await nextTurn()
  if (signal?.aborted) return err({ code: 'cancelled' })
  await syncToDisk(part)
  await rename(part, to)
  await syncToDisk(dirname(to))
  return ok(undefined)
}

/**
 * Copies all pages of one snapshot. The transaction holds the snapshot. Without it the copy would
 * start over after every write, and never end beside a busy server.
 */
async function copyPages(
  from: string,
  to: string,
  onShare: (share: number) => void,
): Promise<void> {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  const target = openSync(to, 'r+')
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        // Sync piece by piece: a disk that gets the whole copy in one go delays the server's moves.
        fdatasyncSync(target)
        onShare(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
        return PAGES_AT_ONCE
      },
    })
  } finally {
    closeSync(target)
    source.close()
  }
}

function errorOfCopy(file: string): CopyErrorCode | undefined {
  if (integrityErrorsOf(file).length > 0) return 'unsound'
  const sqlite = new Sqlite(file, { readonly: true })
  try {
    const tables = sqlite.prepare("select name from sqlite_master where name = 'events'").all()
    return tables.length === 0 ? 'notADatabase' : undefined
  } finally {
    sqlite.close()
  }
}

function errorCodeOf(error: unknown): CopyErrorCode | undefined {
  if (error instanceof Cancelled) return 'cancelled'
  const code = codeOf(error)
  if (code === 'ENOENT') return 'folderMissing'
  const written = writeErrorCodeOf(error)
  if (written === 'diskFull') return 'diskFull'
  if (written === 'readOnly' && !code?.startsWith('SQLITE_CANTOPEN')) return 'notWritable'
  if (code?.startsWith('SQLITE_CORRUPT')) return 'unsound'
  return error instanceof Sqlite.SqliteError ? 'notADatabase' : undefined
}

/** Deletes the files of a killed copy, and our own temporary files. */
async function sweep(part: string): Promise<void> {
  for (const side of SIDE_FILES) await rm(part + side, { force: true })
}
