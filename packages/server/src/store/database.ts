import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PlayerId } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { Kysely, type Selectable, type Transaction } from 'kysely'
import type { TimeSource } from '../ground/clock.ts'
import { closeToOthers, makePrivate, makePrivateFolder } from '../ground/private-files.ts'
import { SQLITE_COLUMNS } from './columns.ts'
import { type DatabaseLock, type InUse, lockDatabase } from './database-lock.ts'
import { HonestSqliteDialect } from './dialect.ts'
import {
  migrate,
  refuseNewer,
  type SchemaAge,
  type Steps,
  schemaAgeOf,
  stepsFor,
} from './migrations.ts'
import type { EventsTable, Tables } from './schema.ts'
import type { Shared } from './shared.ts'
import { Sqlite, type SqliteDatabase } from './sqlite.ts'
import type { WriteErrorCode } from './write-error.ts'
import { WriteProbe } from './write-probe.ts'

/** An event as a row. */
export type NewEvent = Omit<Selectable<EventsTable>, 'key'>

/** An open database: queries go through `db`. No other process writes it until it is closed, unless it is shared. */
export interface Database {
  readonly db: Kysely<Tables>
  /** Its files that others can read, as the system does not let us change that. */
  readonly exposed: readonly string[]
  /** The time of the database's machine, where that need not be ours. */
  readonly time?: TimeSource
  /**
   * Does a task in a transaction, and resolves with what it gives once that is on the disk. Where the
   * database could not take it for now, the task may be done over, after a rollback.
   */
  transact<T>(task: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Adds events within a transaction. They are by far the most that is written, so this goes past the
   * query builder, by one statement that is prepared once.
   * @throws VersionTaken when a game has an event of that version already
   */
  insertEvents(transaction: Transaction<Tables>, events: readonly NewEvent[]): Promise<void>
  /**
   * Stores events that go with nothing else in a commit of their own, all of them or none, and says which: none where
   * one of their versions is taken. Absent where a transaction takes no longer.
   */
  readonly storeEvents?: (events: readonly NewEvent[]) => Promise<'stored' | 'taken'>
  /** Goes on numbering the rows of each table after the highest number there is, as rows came with theirs. */
  continueNumbers(): Promise<void>
  /**
   * Keeps others from adding events to these games until a transaction is over, and waits for those who are
   * about to. A database that has one writer at a time need not do anything.
   */
  holdGames(transaction: Transaction<Tables>, games: readonly number[]): Promise<void>
  /**
   * Keeps others from rating matches of these players until a transaction is over, and waits for those who are about
   * to. A database that has one writer at a time need not do anything.
   */
  holdPlayers(transaction: Transaction<Tables>, players: readonly PlayerId[]): Promise<void>
  /** Is it the database that fails, for example as the disk is full? Otherwise what was to be written is. */
  isFailure(error: unknown): boolean
  /** Is it trouble with the database that mends itself? Absent where there is none such. */
  readonly isPassing?: (error: unknown) => boolean
  /** Does it take what is written? Found out by writing, at most once a second. */
  canWrite(): Promise<Result<void, WriteErrorCode>>
  /**
   * Do so many queries wait for each other that what has not begun should wait too? Absent where they do not hold up the
   * server.
   */
  readonly isCrowded?: () => boolean
  /** What several nodes do together in it; absent where this process has it alone. */
  readonly shared?: Shared
  close(): Promise<void>
}

/** A database that is only read, beside whoever writes it. */
export interface ReadOnlyDatabase {
  readonly db: Kysely<Tables>
  readonly schemaAge: SchemaAge
  close(): Promise<void>
}

/** Somebody else has written events of these versions to these games. */
export class VersionTaken extends Error {
  readonly taken: readonly Taken[]

  constructor(taken: readonly Taken[], cause?: unknown) {
    super(
      taken.map(({ game, version }) => `game ${game} already has version ${version}`).join(', '),
      {
        cause,
      },
    )
    this.taken = taken
  }
}

type Taken = Pick<NewEvent, 'game' | 'version'>

/** A database that is gone with the process, for sites that keep nothing and for tests. */
export const IN_MEMORY = ':memory:'

/** Thrown where another process has the database, or this one has opened it already. */
export class DatabaseInUseError extends Error {
  readonly inUse: InUse

  constructor(inUse: InUse) {
    super('the database is in use')
    this.inUse = inUse
  }
}

/** Thrown for a database program that lacks what is used here. */
export class DatabaseTooOldError extends Error {
  constructor(version: string) {
    super(`version ${version} is too old`)
  }
}

/**
 * Opens a SQLite file for one process alone, making it where there is none, and brings it to the
 * present schema. Nothing is written before the database is locked.
 * @param steps of the schema, where they are not those of this version
 * @throws DatabaseInUseError when another process has it
 * @throws NewerSchemaError when a newer version has written it
 * @throws Error when the file cannot be opened or is no database
 */
export async function openDatabase(
  file: string,
  steps: Steps = stepsFor(SQLITE_COLUMNS),
): Promise<Database> {
  const settings = { lock: undefined, exposed: [], steps }
  if (file === IN_MEMORY) return openWith(new Sqlite(file), settings)
  await makePrivateFolder(dirname(file))
  const lock = await lockDatabase(file)
  if (!lock.ok) throw new DatabaseInUseError(lock.error)
  try {
    await refuseSecondName(lock.value.file)
    const exposed = await makeFilesPrivate(lock.value.file)
    return await openWith(new Sqlite(lock.value.file), { lock: lock.value, exposed, steps })
  } catch (error) {
    lock.value.release()
    throw error
  }
}

/**
 * Opens a database to read it as it is, whoever writes it meanwhile.
 * @throws Error when the file cannot be opened or is no database of ours
 */
export async function openReadOnly(file: string): Promise<ReadOnlyDatabase> {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  try {
    const db = new Kysely<Tables>({ dialect: new HonestSqliteDialect(sqlite) })
    const schemaAge = await schemaAgeOf(db)
    return { db, schemaAge, close: () => db.destroy() }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** What `pragma integrity_check` and `foreign_key_check` find in a file; empty when it is sound. */
export function integrityErrorsOf(file: string): readonly string[] {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const integrity = sqlite.pragma('integrity_check') as readonly { integrity_check: string }[]
    const orphans = sqlite.pragma('foreign_key_check') as readonly unknown[]
    const errors = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    return orphans.length === 0 ? errors : [...errors, `${orphans.length} rows without their owner`]
  } finally {
    sqlite.close()
  }
}

// --- internal ---

/** What SQLite keeps beside a database. */
const SIDE_FILES = ['-wal', '-shm', '-journal'] as const

const INSERT_EVENT = 'insert into events (game, version, command, "eventJson") values (?, ?, ?, ?)'

function isVersionTaken(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
    error.message.includes('events.game, events.version')
  )
}

/**
 * How long a write waits for another program, such as SQLite's shell, before it fails. Everybody waits
 * with it, so this is short: a move that is refused can be made again, a server that stands still cannot
 * answer at all.
 */
const BUSY_MS = 250

const LARGEST_LOG_BYTES = 64_000_000

function configure(sqlite: SqliteDatabase): void {
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  // Readers do not block the writer, and a commit is one write at the end of a file…
  sqlite.pragma('journal_mode = WAL')
  // …which is on the disk, not only in the system's memory, before anybody hears of it.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A long backup lets the log grow; it need not keep that size.
  sqlite.pragma(`journal_size_limit = ${LARGEST_LOG_BYTES}`)
}

interface Settings {
  readonly lock: DatabaseLock | undefined
  readonly exposed: readonly string[]
  readonly steps: Steps
}

/** The lock is held by what is returned: it would go with the last reference to it. */
async function openWith(
  sqlite: SqliteDatabase,
  { lock, exposed, steps }: Settings,
): Promise<Database> {
  try {
    const dialect = new HonestSqliteDialect(sqlite)
    const db = new Kysely<Tables>({ dialect })
    await refuseNewer(db, steps)
    configure(sqlite)
    await migrate(db, steps, true)
    const insert = sqlite.prepare(INSERT_EVENT)
    const probe = new WriteProbe(db, lock && dirname(lock.file))
    return {
      db,
      exposed,
      transact: (task) => db.transaction().execute(task),
      isFailure: (error) =>
        error instanceof Sqlite.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT'),
      insertEvents: async (_, events) => {
        for (const { game, version, command, eventJson } of events) {
          try {
            insert.run(game, version, command, eventJson)
          } catch (error) {
            throw isVersionTaken(error) ? new VersionTaken([{ game, version }], error) : error
          }
        }
      },
      // SQLite does so by itself.
      continueNumbers: async () => undefined,
      holdGames: async () => undefined,
      holdPlayers: async () => undefined,
      canWrite: () => probe.canWrite(),
      isCrowded: () => dialect.isCrowded,
      close: async () => {
        await db.destroy()
        if (sqlite.open) sqlite.close()
        lock?.release()
      },
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * By a second name (a hard link) another process would find neither our lock nor SQLite's log.
 * @throws Error where the file has one
 */
async function refuseSecondName(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined || !stats.isFile() || stats.nlink === 1) return
  throw Object.assign(new Error(`${file} has a second name (a hard link)`), { code: 'EMLINK' })
}

/** SQLite gives what it makes beside a database the rights of the database. */
async function makeFilesPrivate(file: string): Promise<readonly string[]> {
  const isPrivate = new Map([[file, makePrivate(file)]])
  for (const side of SIDE_FILES) isPrivate.set(file + side, closeToOthers(file + side))
  return [...isPrivate].filter(([, is]) => !is).map(([name]) => name)
}
