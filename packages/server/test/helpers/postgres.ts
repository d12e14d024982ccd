import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, type SuiteAPI } from 'vitest'

const SERVER_URL = process.env.HOKITO_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test'

/** A PostgreSQL database of its own, empty at first. */
export interface TestDatabase {
  readonly url: string
  /** Runs statements in it. */
  run<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
  /** Ends all its connections and removes it. */
  drop(): Promise<void>
}

/** Makes a database on the server that `HOKITO_TEST_DATABASE_URL` names, or the one on this machine. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `hokito_test_${randomBytes(6).toString('hex')}`
  await onServer((admin) => admin.query(`create database ${name}`))
  const url = new URL(SERVER_URL)
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

/** `describe` for what needs PostgreSQL: skipped, and fails where `CI` is true, if there is none. */
export const describeOnPostgres: SuiteAPI['skip'] = describe.skipIf(
  process.env.CI !== 'true' && !(await isPostgresThere()),
)

export async function isPostgresThere(): Promise<boolean> {
  return onServer(async () => undefined).then(
    () => true,
    () => false,
  )
}

// --- internal ---

async function onServer(task: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 3000 })
  await admin.connect()
  try {
    await task(admin)
  } finally {
    await admin.end()
  }
}
