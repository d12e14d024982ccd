import { Kysely } from 'kysely'
import { HonestSqliteDialect } from '../../src/store/dialect.ts'
import { connect } from '../../src/store/postgres.ts'
import { SHORT_QUERIES } from '../../src/store/postgres-pool.ts'
import type { Tables } from '../../src/store/schema.ts'
import { Sqlite } from '../../src/store/sqlite.ts'

/** The database of a server: PostgreSQL if there is an address. */
export interface Store {
  readonly databaseFile: string
  readonly databaseUrl: string | undefined
}

/** Reads or changes the database, even while its server is running. */
export async function inStore<T>(
  { databaseFile, databaseUrl }: Store,
  task: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db =
    databaseUrl === undefined
      ? new Kysely<Tables>({ dialect: new HonestSqliteDialect(new Sqlite(databaseFile)) })
      : connect(databaseUrl, SHORT_QUERIES)
  try {
    return await task(db)
  } finally {
    await db.destroy()
  }
}

/** The stored events of some games, by `game version`. The server may be running. */
export async function storedEvents(
  store: Store,
  games: ReadonlySet<string>,
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await inStore(store, (db) =>
    db
      .selectFrom('events')
      .innerJoin('games', 'games.key', 'events.game')
      .select(['games.id', 'version', 'eventJson'])
      .execute(),
  )
  return new Map(
    rows
      .filter(({ id }) => games.has(id))
      .map(({ id, version, eventJson }) => [`${id} ${version}`, JSON.parse(eventJson)]),
  )
}
