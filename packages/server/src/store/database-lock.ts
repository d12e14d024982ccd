import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod'
import { closeToOthers, codeOf, makePrivate } from '../ground/private-files.ts'
import { Sqlite, type SqliteDatabase } from './sqlite.ts'

/** The right to write to a database. One process at a time has it. */
export interface DatabaseLock {
  /** The real path of the database file, with all links resolved. */
  readonly file: string
  /** Releases the lock. The lock also ends with the process, however that ends. */
  release(): void
}

/** The process that holds a database, as it described itself. */
export interface Holder {
  readonly pid: number
  /** ISO 8601, in UTC. */
  readonly startedAt: string
}

/** A database is in use. The holder is unknown if that process had not yet described itself. */
export interface InUse {
  readonly holder: Holder | undefined
}

/**
 * Locks a database until the lock is released or this process ends. The lock is SQLite's own, on a
 * file beside the database, so readers can still open the database. The system drops it with the
 * process, and keeps it for a suspended process.
 *
 * Nothing else in this process may open the file `.lock`: closing it would drop the lock. The
 * caller must keep a reference to the result, because the lock ends when it is collected.
 * @throws Error with a code when the folder is missing or cannot be written
 */
export async function lockDatabase(file: string): Promise<Result<DatabaseLock, InUse>> {
  const real = await realFileOf(file)
  makePrivate(real + LOCK)
  for (let attempt = 1; ; attempt++) {
    const handle = tryLock(real + LOCK)
    if (handle !== undefined) return ok(hold(real, handle))
    if (attempt === ATTEMPTS) return err({ holder: readHolder(real + OWNER) })
    // Two processes that try together can refuse each other. After different waits, one of them
    // comes first.
    await new Promise((later) => setTimeout(later, randomInt(LONGEST_WAIT_MS)))
  }
}

// --- internal ---

/** The real path of a file, with all links resolved, even if the file does not exist yet. */
async function realFileOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const target = await readlink(file).catch(() => undefined)
    if (target !== undefined) return realFileOf(resolve(dirname(file), target))
    return join(await realpath(dirname(file)), basename(file))
  }
}

const LOCK = '.lock'
const OWNER = '.owner'
const ATTEMPTS = 4
const LONGEST_WAIT_MS = 50

const holderSchema = z.object({ pid: z.int(), startedAt: z.iso.datetime() })

/** An open handle that locks the file; undefined while another process holds the lock. */
function tryLock(file: string): SqliteDatabase | undefined {
  const handle = new Sqlite(file, { timeout: 0 })
  try {
    // The lock file is never written, so it needs no journal file.
    handle.pragma('journal_mode = MEMORY')
    handle.exec('begin exclusive')
    return handle
  } catch (error) {
    handle.close()
    if (codeOf(error)?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

function hold(file: string, handle: SqliteDatabase): DatabaseLock {
  try {
    introduce(file + OWNER)
  } catch (error) {
    handle.close()
    throw error
  }
  return {
    file,
    release: () => {
      if (!handle.open) return
      rmSync(file + OWNER, { force: true })
      handle.close()
    },
  }
}

/** Describes this process for the error message of a second one. Nothing else depends on it. */
function introduce(file: string): void {
  closeToOthers(file)
  const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() }
  writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  closeToOthers(file)
}

function readHolder(file: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Without it the message is only less detailed.
    return undefined
  }
}
