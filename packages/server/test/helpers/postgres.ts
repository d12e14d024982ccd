import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { POSTGRES_URL } from './services.mjs'

/** A separate PostgreSQL database, at first without rows. */
export interface TestDatabase {
  readonly url: string
  /** Runs statements in it. */
  run<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
  /** Ends all its connections and removes it. */
  drop(): Promise<void>
}

/**
 * A database with the current schema, made once for all tests by `global-setup.ts`; copying it is
 * faster than making one.
 */
const TEMPLATE = process.env.HOKITO_TEST_TEMPLATE

/**
 * Makes a database on the server that `HOKITO_TEST_DATABASE_URL` names, or the one on this machine.
 * @param content `nothing`, or the empty tables of a new server
 */
export async function createTestDatabase(
  content: 'nothing' | 'schema' = 'schema',
): Promise<TestDatabase> {
  const name = `hokito_test_${randomBytes(6).toString('hex')}`
  const from = content === 'schema' && TEMPLATE !== undefined ? `template ${TEMPLATE}` : ''
  await onServer((admin) => admin.query(`create database ${name} ${from}`))
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  return {
    url: url.href,
    run: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const connection = new pg.Client(url.href)
      await connection.connect()
      try {
        return (await connection.query<R>(text, [...values])).rows
      } finally {
        await connection.end()
      }
    },
    drop: () => onServer((admin) => admin.query(`drop database ${name} with (force)`)),
  }
}

// --- internal ---

/**
 * Methods of `pg.Client` missing from its types: they decide whether it keeps the process running.
 */
type Admin = pg.Client & { ref(): void; unref(): void }

let connecting: Promise<Admin> | undefined
let latest: Promise<void> = Promise.resolve()

/**
 * On one connection for all tests of a process, one task after another: opening one costs more than
 * its use.
 */
function onServer(task: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const done = latest.then(() => runOnServer(task))
  latest = done.catch(() => undefined)
  return done
}

async function runOnServer(task: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  connecting ??= connectToServer()
  const admin = await connecting
  admin.ref()
  try {
    await task(admin)
  } finally {
    admin.unref()
  }
}

async function connectToServer(): Promise<Admin> {
  const admin = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 3000 })
  const forget = () => {
    connecting = undefined
  }
  admin.on('error', forget)
  try {
    await admin.connect()
    return admin as Admin
  } catch (error) {
    forget()
    throw error
  }
}
