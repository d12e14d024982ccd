import Sqlite from 'better-sqlite3'
import { Kysely, type Selectable, SqliteDialect } from 'kysely'
import { migrate } from './migrations.ts'
import type { EventsTable, Tables } from './schema.ts'

/** An event as a row. */
export type NewEvent = Omit<Selectable<EventsTable>, 'key'>

/** An open database: queries go through `db`. */
export interface Database {
  readonly db: Kysely<Tables>
  /**
   * Adds events within the transaction that is open. They are by far the most that is written, so this
   * goes past the query builder, by one statement that is prepared once.
   */
  insertEvents(events: readonly NewEvent[]): void
  close(): Promise<void>
}

/** A database that is gone with the process, for sites that keep nothing and for tests. */
export const IN_MEMORY = ':memory:'

/**
 * Opens a SQLite file, making it where there is none, and brings it to the present schema.
 * @throws Error when the file cannot be opened, is no database, or is in use by another server
 */
export async function openDatabase(file: string): Promise<Database> {
  const sqlite = new Sqlite(file)
  try {
    configure(sqlite)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
    await migrate(db)
    const insert = sqlite.prepare(INSERT_EVENT)
    return {
      db,
      insertEvents: (events) => {
        for (const { game, version, command, eventJson } of events) {
          insert.run(game, version, command, eventJson)
        }
      },
      close: async () => {
        await db.destroy()
        if (sqlite.open) sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** What `pragma integrity_check` and `foreign_key_check` find in a file; empty when it is sound. */
export function faultsOf(file: string): readonly string[] {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const integrity = sqlite.pragma('integrity_check') as readonly { integrity_check: string }[]
    const orphans = sqlite.pragma('foreign_key_check') as readonly unknown[]
    const faults = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    return orphans.length === 0 ? faults : [...faults, `${orphans.length} rows without their owner`]
  } finally {
    sqlite.close()
  }
}

// --- internal ---

const INSERT_EVENT = 'insert into events (game, version, command, "eventJson") values (?, ?, ?, ?)'

/** How long a query waits for a backup or another process before it fails. */
const BUSY_MS = 5000

function configure(sqlite: Sqlite.Database): void {
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  // Readers do not block the writer, and a commit is one write at the end of a file…
  sqlite.pragma('journal_mode = WAL')
  // …which is on the disk, not only in the system's memory, before anybody is told.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
}
