import { describe, type SuiteAPI } from 'vitest'
import { type Database, IN_MEMORY, openDatabase } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createTestDatabase, isPostgresThere } from './postgres.ts'

/** `describe` for what needs PostgreSQL: skipped, and fails where `CI` is true, if there is none. */
export const describeOnPostgres: SuiteAPI['skip'] = describe.skipIf(
  process.env.CI !== 'true' && !(await isPostgresThere()),
)

/** The same tests on each database that we can keep games in; `open` gives an empty one. */
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
