import { describe, type SuiteAPI } from 'vitest'
import { type Database, IN_MEMORY, openDatabase } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createTestDatabase } from './postgres.ts'
import { isPostgresThere } from './services.mjs'

/**
 * `describe` for tests that need PostgreSQL: without it they are skipped, or fail if `CI` is true.
 */
export const describeOnPostgres: SuiteAPI['skip'] = describe.skipIf(
  process.env.CI !== 'true' && !(await isPostgresThere()),
)

/** The same tests on each kind of database; `open` returns an empty one. */
export function describeOnEach(what: string, tests: (open: () => Promise<Database>) => void): void {
  describe(`${what}, on SQLite`, () => tests(() => openDatabase(IN_MEMORY)))
  describeOnPostgres(`${what}, on PostgreSQL`, () => tests(openTestPostgres))
}

// --- internal ---

async function openTestPostgres(): Promise<Database> {
  const made = await createTestDatabase()
  const database = await openPostgres(made.url)
  return {
    ...database,
    close: async () => {
      await database.close()
      await made.drop()
    },
  }
}
