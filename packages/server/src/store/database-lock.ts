import { randomInt } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod'
import { closeToOthers, codeOf, makePrivate } from '../ground/private-files.ts'
import { Sqlite, type SqliteDatabase } from './sqlite.ts'

/** The right to write a database, which one process at a time has. */
export interface DatabaseLock {
  /** The database file by its real name, whatever links led to it. */
  readonly file: string
  /** Lets others have it. It is also free as soon as the process is gone, however it went. */
  release(): void
}

/** The process that has a database, as it introduced itself. */
export interface Holder {
  readonly pid: number
  /** ISO 8601, in UTC. */
  readonly startedAt: string
}

/** A database is in use, by a process that may have been too young to say who it is. */
export interface InUse {
  readonly holder: Holder | undefined
}

/**
 * Locks a database for as long as this process lives or until it is released. The lock is SQLite's own
 * on a file beside the database, so the database itself stays open to readers; the system drops it with
 * the process, and keeps it for one that is stopped.
 *
 * Nothing else in this process may open the file `.lock`: to close it would drop the lock. Whoever holds
 * the result must stay reachable, as the lock goes with it.
 * @throws Error with a code when the folder is missing or cannot be written
 */
export async function lockDatabase(file: string): Promise<Result<DatabaseLock, InUse>> {
  const real = await realFileOf(file)
  makePrivate(real + LOCK)
  for (let attempt = 1; ; attempt++) {
    const handle = tryLock(real + LOCK)
    if (handle !== undefined) return ok(hold(real, handle))
    if (attempt === ATTEMPTS) return err({ holder: readHolder(real + OWNER) })
    // Two that come at once can refuse each other; after unequal waits one of them comes first.
    await new Promise((later) => setTimeout(later, randomInt(LONGEST_WAIT_MS)))
  }
}

// --- internal ---

/** Where a file lies once all links are followed, also if the file itself does not exist yet. */
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

/** An open handle that locks the file; undefined while somebody else does. */
function tryLock(file: string): SqliteDatabase | undefined {
  const handle = new Sqlite(file, { timeout: 0 })
  try {
    // Nothing is ever written to it, so it needs no journal beside it.
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

/** Says who we are, for the message that a second process gives; nothing depends on it. */
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
    // Without it the message is a little poorer.
    return undefined
  }
}
