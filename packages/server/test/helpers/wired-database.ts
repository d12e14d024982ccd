import { test as base } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { openWire, type Wire } from './wire.ts'

interface Fixtures {
  /** Empty at first. */
  readonly made: TestDatabase
  /** The proxy in front of it. */
  readonly wire: Wire
  /** The same database, opened through the proxy. */
  readonly database: Database
}

/** Vitest's `test`, in which each test has a database of its own behind a proxy. */
export const test = base.extend<Fixtures>({
  made: async ({ onTestFinished }, use) => {
    const made = await createTestDatabase('nothing')
    onTestFinished(() => made.drop())
    await use(made)
  },
  wire: async ({ made }, use) => {
    const wire = await openWire(made.url)
    await use(wire)
    await wire.close()
  },
  database: async ({ wire }, use) => {
    const database = await openPostgres(wire.url)
    await use(database)
    wire.mend()
    await database.close()
  },
})
