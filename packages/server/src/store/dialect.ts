import type Sqlite from 'better-sqlite3'
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'

/**
 * Kysely's SQLite, except that it rolls back only what SQLite has not rolled back already, as it does by
 * itself on a full disk. Otherwise "cannot rollback" would be reported in place of what went wrong.
 */
export class HonestSqliteDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database

  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override createDriver(): SqliteDriver {
    return new HonestSqliteDriver(this.#sqlite)
  }
}

// --- internal ---

class HonestSqliteDriver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database

  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}
