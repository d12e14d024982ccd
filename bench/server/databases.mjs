// @ts-check
/** Databases of benches on the PostgreSQL that tests also use, or on another server. */
import pg from 'pg'
import { POSTGRES_URL } from '../../packages/server/test/helpers/services.mjs'

/**
 * The address of a database.
 * @param {string} name
 * @param {string} [serverUrl]
 */
export function databaseUrl(name, serverUrl = POSTGRES_URL) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Runs statements one after another on a connection of their own. Returns the rows of the last.
 * @param {readonly string[]} statements
 * @param {string} [url]
 * @returns {Promise<any[]>}
 */
export async function runOn(statements, url = POSTGRES_URL) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    /** @type {any[]} */
    let rows = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
