import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PlayerId } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { Kysely, type Selectable, type Transaction } from 'kysely'
import { SYSTEM_TIME, type TimeSource } from '../ground/clock.ts'
import { closeToOthers, makePrivate, makePrivateFolder } from '../ground/private-files.ts'
import { SQLITE_COLUMNS } from './columns.ts'
import { type DatabaseLock, type InUse, lockDatabase } from './database-lock.ts'
import { HonestSqliteDialect } from './dialect.ts'
import type { EventsTable } from './game-tables.ts'
import {
  migrate,
  refuseNewer,
  type SchemaAge,
  type Steps,
  schemaAgeOf,
  stepsFor,
} from './migrations.ts'
import type { Tables } from './schema.ts'
import type { Shared } from './shared.ts'
import { Sqlite, type SqliteDatabase } from './sqlite.ts'
import type { WriteErrorCode } from './write-error.ts'
import { WriteProbe } from './write-probe.ts'

/** An event as a row. */
export type NewEvent = Omit<Selectable<EventsTable>, 'key'>

/**
 * An open database, queried through `db`. No other process writes to it until it is closed, unless
 * it is shared.
 */
export interface Database {
  readonly db: Kysely<Tables>
  /**
   * Files of the database that other users can read because the system does not let us change that.
   */
  readonly exposed: readonly string[]
  /** The clock of the database's machine, which may be another one. */
  readonly time: TimeSource
  /**
   * Runs a task in a transaction. Resolves with its result once the transaction is on the disk.
   * After a passing error of the database the task may run again, following a rollback.
   */
  transact<T>(task: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Adds events within a transaction. They are by far the most frequent writes, so this bypasses
   * the query builder and uses a single prepared statement. Returns those of the given events whose
   * versions exist already, at least one of them; if there are any, the caller must roll back.
   */
  insertEvents(
    transaction: Transaction<Tables>,
    events: readonly NewEvent[],
  ): Promise<readonly NewEvent[]>
  /**
   * Stores events that belong to no other change, all or none, in a commit of their own. This takes
   * much less than a transaction. Returns `refused` if one of their versions exists, or if one of
   * the games `withoutLines` has conditional lines. It may also refuse without a reason.
   */
  storeEvents(
    events: readonly NewEvent[],
    withoutLines: readonly number[],
  ): Promise<'stored' | 'refused'>
  /**
   * Continues the numbering of each table after its highest key, because rows were inserted with
   * their keys.
   */
  continueNumbers(): Promise<void>
  /**
   * Keeps other transactions from adding events to these games until this one ends, and waits for
   * those in progress. A database with a single writer need not do anything.
   */
  holdGames(transaction: Transaction<Tables>, games: readonly number[]): Promise<void>
  /**
   * Keeps other transactions from rating matches of these players until this one ends, and waits
   * for those in progress. A database with a single writer need not do anything.
   */
  holdPlayers(transaction: Transaction<Tables>, players: readonly PlayerId[]): Promise<void>
  /**
   * Keeps other transactions from checking names until this one ends. A database with a single
   * writer need not do anything.
   */
  holdNames(transaction: Transaction<Tables>): Promise<void>
  /**
   * Is the database at fault, for example because the disk is full? Otherwise the data to be
   * written is.
   */
  isFailure(error: unknown): boolean
  /** Is it a passing error of the database, which goes away by itself? */
  isPassing(error: unknown): boolean
  /** Can the database be written? Tests it by writing, at most once a second. */
  canWrite(): Promise<Result<void, WriteErrorCode>>
  /** Are so many queries waiting that new work should wait too? */
  isCrowded(): boolean
  /** What several nodes do together in the database; absent if this process has it alone. */
  readonly shared?: Shared
  close(): Promise<void>
}

/** A database open for reading, while another process may write to it. */
export interface ReadOnlyDatabase {
  readonly db: Kysely<Tables>
  readonly schemaAge: SchemaAge
  close(): Promise<void>
}

/** A database in memory that ends with the process, for sites without storage and for tests. */
export const IN_MEMORY = ':memory:'

/** Another process has the database, or this one has already opened it. */
export class DatabaseInUseError extends Error {
  readonly inUse: InUse

  constructor(inUse: InUse) {
    super('the database is in use')
    this.inUse = inUse
  }
}

/** The version of the database program lacks a feature used here. */
export class DatabaseTooOldError extends Error {
  constructor(version: string) {
    super(`version ${version} is too old`)
  }
}

/**
 * Opens a SQLite file for this process alone and brings it to the present schema. Creates the file
 * if it does not exist. Writes nothing before the database is locked.
 * @param steps the steps of the schema, if not those of this version
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
 * Opens a database for reading, even while another process writes to it.
 * @throws Error when the file cannot be opened or is not a Hokito database
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

/**
 * The errors that `pragma integrity_check` and `foreign_key_check` find in a file; empty if it is
 * sound.
 */
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

/** SQLite's files beside a database. */
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
 * How long a write waits for another program, such as SQLite's shell, before it fails. The whole
 * server waits with it, so this is short: a refused move can be made again, but a blocked server
 * cannot answer at all.
 */
const BUSY_MS = 250

const LARGEST_LOG_BYTES = 64_000_000

function configure(sqlite: SqliteDatabase): void {
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  // Readers do not block the writer, and a commit is one write at the end of a file…
  sqlite.pragma('journal_mode = WAL')
  // …which is on the disk, not only in the system's memory, before any client hears of it.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // A long backup lets the log grow. This lets it shrink again.
  sqlite.pragma(`journal_size_limit = ${LARGEST_LOG_BYTES}`)
}

interface Settings {
  readonly lock: DatabaseLock | undefined
  readonly exposed: readonly string[]
  readonly steps: Steps
}

/** The returned object holds the lock, which would end with the last reference to it. */
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
    const probe = new WriteProbe(db, lock && dirname(lock.file))
    return {
      db,
      exposed,
      time: SYSTEM_TIME,
      transact: (task) => db.transaction().execute(task),
      isFailure: (error) =>
        error instanceof Sqlite.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT'),
      isPassing: () => false,
      ...eventWriters(sqlite, db),
      // SQLite does this by itself.
      continueNumbers: async () => undefined,
      holdGames: async () => undefined,
      holdPlayers: async () => undefined,
      holdNames: async () => undefined,
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

function eventWriters(
  sqlite: SqliteDatabase,
  db: Kysely<Tables>,
): Pick<Database, 'insertEvents' | 'storeEvents'> {
  const statement = sqlite.prepare(INSERT_EVENT)
  const insert = ({ game, version, command, eventJson }: NewEvent) =>
    statement.run(game, version, command, eventJson)
  const insertAll = sqlite.transaction((events: readonly NewEvent[]) => {
    for (const event of events) insert(event)
  })
  return {
    insertEvents: async (_, events) => {
      for (const event of events) {
        try {
          insert(event)
        } catch (error) {
          if (isVersionTaken(error)) return [event]
          throw error
        }
      }
      return []
    },
    storeEvents: async (events, withoutLines) => {
      if (withoutLines.length > 0) return 'refused'
      try {
        if (!sqlite.inTransaction) insertAll.immediate(events)
        // Waits for the transaction that has the connection.
        else await db.connection().execute(async () => insertAll.immediate(events))
        return 'stored'
      } catch (error) {
        if (isVersionTaken(error)) return 'refused'
        throw error
      }
    },
  }
}

/**
 * Through a second name (a hard link), another process would find neither our lock nor SQLite's
 * log.
 * @throws Error when the file has a second name
 */
async function refuseSecondName(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined || !stats.isFile() || stats.nlink === 1) return
  throw Object.assign(new Error(`${file} has a second name (a hard link)`), { code: 'EMLINK' })
}

/** SQLite gives its side files the permissions of the database. */
async function makeFilesPrivate(file: string): Promise<readonly string[]> {
  const isPrivate = new Map([[file, makePrivate(file)]])
  for (const side of SIDE_FILES) isPrivate.set(file + side, closeToOthers(file + side))
  return [...isPrivate].filter(([, is]) => !is).map(([name]) => name)
}
