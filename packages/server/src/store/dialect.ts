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
 * Kysely's SQLite, except that statements are kept for the next time, and that it rolls back only what
 * SQLite has not rolled back already, as it does by itself on a full disk. Otherwise "cannot rollback"
 * would be reported in place of what went wrong.
 */
export class HonestSqliteDialect extends SqliteDialect {
  readonly #sqlite: SqliteDatabase

  constructor(sqlite: SqliteDatabase) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override createDriver(): SqliteDriver {
    return new HonestSqliteDriver(this.#sqlite)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

// --- internal ---

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
