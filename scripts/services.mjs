// @ts-check
/** The services that some tests need; without them those are skipped. */
import pg from 'pg'

/** Where tests and benches make databases of their own. */
export const POSTGRES_URL =
  process.env.HOKITO_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test'

/** Is there a PostgreSQL in which tests may make databases? */
export async function isPostgresThere() {
  const connection = new pg.Client({
    connectionString: POSTGRES_URL,
    connectionTimeoutMillis: 3000,
  })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    return true
  } catch {
    // Why not does not matter: the tests are skipped, and that is said.
    return false
  } finally {
    await connection.end().catch(() => undefined)
  }
}
