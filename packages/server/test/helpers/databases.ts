import { describe } from 'vitest'
import { type Database, IN_MEMORY, openDatabase } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createTestDatabase, describeOnPostgres } from './postgres.ts'

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
