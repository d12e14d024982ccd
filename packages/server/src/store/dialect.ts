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
 * Kysely's SQLite, with three differences. Statements are kept for the next time. It rolls back only what SQLite has not
 * rolled back already, as SQLite does by itself on a full disk: otherwise "cannot rollback" would be reported in place
 * of what went wrong. And it lets the event loop turn between queries: SQLite answers within the call, so whoever asks
 * again and again would otherwise hold the loop to the end, whatever else waits.
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

  /** Do so many queries wait for each other that what has not begun should wait too? */
  get isCrowded(): boolean {
    return (this.#driver?.countWaiting ?? 0) >= MOST_WAITING
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

// --- internal ---

/**
 * How long queries and what follows from them may hold the event loop: more would be felt by players. Longer than what
 * HTTP requests are given of one turn (`listener.ts`), so that most are over in the turn in which they begin.
 */
const HELD_MS = 10
/** A move waits behind so many, which take a few milliseconds. */
const MOST_WAITING = 8

/** More than there are queries of a fixed shape; those with lists come in many. */
const MOST_STATEMENTS = 200

/**
 * SQLite rolls back changes of the schema as any other write, which Kysely does not rely on by itself: without this a
 * process killed while it migrates would leave half a schema, and each statement would wait for the disk.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class HonestSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase
  /** When the first query in this turn of the event loop began; undefined before it. */
  #since: number | undefined
  /** Queries and transactions that wait for the connection. */
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

  /** Gives the connection to one query or transaction, as soon as it is free and the event loop has been let go. */
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
   * A transaction that begins by reading could not write any more once another program has, and would fail at once:
   * so it waits for its turn to write before it reads anything. Where nothing may be written nobody waits.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = this.#sqlite.readonly ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}
