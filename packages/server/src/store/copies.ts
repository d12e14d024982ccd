import { link, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import { closeToOthers, codeOf, makePrivateFolder } from '../ground/private-files.ts'
import {
  type CopyError,
  type CopyOptions,
  consolidate,
  copyChecked,
  syncToDisk,
} from './checked-copy.ts'
import { type DatabaseLock, lockDatabase } from './database-lock.ts'
import { isThere } from './is-there.ts'

/**
 * Copies a snapshot of a database, even while a server uses it. The copy is checked before it gets
 * its name, so a file of that name is always complete.
 */
export async function backupDatabase(
  from: string,
  to: string,
  options: CopyOptions = {},
): Promise<Result<void, CopyError>> {
  if (!(await isThere(from))) return err({ code: 'sourceMissing' })
  if (await isThere(to)) return err({ code: 'targetExists' })
  return copyChecked(from, to, options)
}

/** A restored database, and the path to which the previous one was moved. */
export interface Restored {
  readonly replaced: string | undefined
}

/**
 * Checks a backup and puts it in the place of a server's database. The previous database is kept
 * under another name. Refused while a server uses the database, even if that process is suspended.
 * @param now for the name of the replaced database, in milliseconds since 1970
 */
export async function restoreDatabase(
  from: string,
  to: string,
  now: number,
  options: CopyOptions = {},
): Promise<Result<Restored, CopyError>> {
  if (!(await isThere(from))) return err({ code: 'sourceMissing' })
  const lock = await lockTarget(to)
  if (!lock.ok) return lock
  const { file, release } = lock.value
  try {
    const fresh = `${file}.restored`
    const copied = await copyChecked(from, fresh, options)
    if (!copied.ok) return copied
    const replaced = (await isThere(file)) ? `${file}.replaced-${now}` : undefined
    if (replaced !== undefined) await setAside(file, replaced)
    await rename(fresh, file)
    await syncToDisk(dirname(file))
    return ok({ replaced })
  } finally {
    release()
  }
}

// --- internal ---

/** SQLite's files beside a database. */
const SIDE_FILES = ['-wal', '-shm', '-journal'] as const

async function lockTarget(to: string): Promise<Result<DatabaseLock, CopyError>> {
  try {
    await makePrivateFolder(dirname(to))
    const lock = await lockDatabase(to)
    return lock.ok ? lock : err({ code: 'serverRuns', holder: lock.error.holder })
  } catch (error) {
    if (UNWRITABLE.has(codeOf(error))) return err({ code: 'notWritable' })
    throw error
  }
}

const UNWRITABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * Keeps a database under a second name. It also keeps its own name until the new database replaces
 * it in one step. Otherwise a server that starts in between would begin with an empty database.
 */
async function setAside(file: string, replaced: string): Promise<void> {
  closeToOthers(file)
  if (isConsolidated(file)) {
    await link(file, replaced)
    return
  }
  await rename(file, replaced)
  for (const side of SIDE_FILES) {
    if (await isThere(file + side)) await rename(file + side, replaced + side)
  }
}

/**
 * Merges a database into one file and returns whether that worked. A damaged one stays unchanged,
 * with all files beside it.
 */
function isConsolidated(file: string): boolean {
  try {
    consolidate(file)
    return true
  } catch {
    return false
  }
}
