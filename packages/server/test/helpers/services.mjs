// @ts-check
/** The services that some tests need. Without a service its tests are skipped. */
import { connect } from 'node:net'
import pg from 'pg'

/** The PostgreSQL in which tests and benches create databases of their own. */
export const POSTGRES_URL =
  process.env.HOKITO_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test'

/** Is there a PostgreSQL in which tests may create databases? */
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
    // The reason does not matter. The tests are skipped, and the summary says so.
    return false
  } finally {
    await connection.end().catch(() => undefined)
  }
}

/** The Redis through which nodes hear of each other in tests and benches. */
export const REDIS_URL = process.env.HOKITO_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/**
 * Does anything answer at Redis's address?
 * @returns {Promise<boolean>}
 */
export function isRedisThere() {
  const { hostname, port } = new URL(REDIS_URL)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || 6379, timeout: 3000 })
    /** @param {boolean} isThere */
    const say = (isThere) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => say(true))
    socket.once('error', () => say(false))
    socket.once('timeout', () => say(false))
  })
}
