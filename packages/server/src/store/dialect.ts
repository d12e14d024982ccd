import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import type { SqliteDatabase } from './sqlite.ts'

/**
 * Kysely's SQLite dialect with three changes. It caches prepared statements. It skips the rollback
 * when SQLite has already rolled back by itself, as on a full disk; otherwise "cannot rollback"
 * would hide the real error. And it yields to the event loop between queries: SQLite answers within
 * the call, so a caller with many queries would otherwise block all others.
 */
export class HonestSqliteDialect extends SqliteDialect {
  readonly #sqlite: SqliteDatabase
  #driver: HonestSqliteDriver | undefined

  constructor(sqlite: SqliteDatabase) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override createDriver(): SqliteDriver {
    this.#driver = new HonestSqliteDriver(this.#sqlite)
    return this.#driver
  }

  /** Are so many queries waiting that new work should wait too? */
  get isCrowded(): boolean {
    return (this.#driver?.countWaiting ?? 0) >= MOST_WAITING
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

// --- internal ---

/**
 * How long queries and their follow-up work may hold the event loop before players notice. It is
 * longer than the share of a turn that HTTP requests get (`listener.ts`), so that most end in the
 * turn in which they begin.
 */
const HELD_MS = 10
/** A move waits behind this many queries, which take a few milliseconds. */
const MOST_WAITING = 8

/** More than the number of queries of a fixed shape. Queries with lists have many shapes. */
const MOST_STATEMENTS = 200

/**
 * SQLite rolls back schema changes like any other write, but Kysely does not rely on that by
 * default. Without this, a process killed during a migration would leave half a schema, and each
 * statement would wait for the disk.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class HonestSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase
  /** When the first query in this turn of the event loop began; undefined if there was none. */
  #since: number | undefined
  /** How many queries and transactions wait for the connection. */
  countWaiting = 0

  constructor(sqlite: SqliteDatabase) {
    const statements = new Map<string, SqliteStatement>()
    const prepare = (sql: string): SqliteStatement => {
      const known = statements.get(sql)
      if (known !== undefined) return known
      const statement = sqlite.prepare(sql)
      if (statements.size >= MOST_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    }
    super({ database: { prepare, close: () => sqlite.close() } })
    this.#sqlite = sqlite
  }

  /**
   * Gives the connection to one query or transaction as soon as it is free and the event loop has
   * had its turn.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.countWaiting++
    const connection = await super.acquireConnection()
    this.countWaiting--
    if (this.#since !== undefined && performance.now() - this.#since >= HELD_MS) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (this.#since === undefined) {
      this.#since = performance.now()
      setImmediate(() => {
        this.#since = undefined
      })
    }
    return connection
  }

  /**
   * Takes the write lock before the first read. A transaction that begins by reading could not
   * write once another program has written, and would fail straight away. A read-only database
   * needs no lock.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = this.#sqlite.readonly ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}
