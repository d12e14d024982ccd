import { openPostgres } from '../../src/store/postgres.ts'
import { createTestDatabase } from './postgres.ts'
import { isPostgresThere } from './services.mjs'

/** Makes the template database for the tests, before any of them runs. */
export default async function makeTemplate(): Promise<(() => Promise<void>) | undefined> {
  if (!(await isPostgresThere())) return undefined
  const made = await createTestDatabase('nothing')
  await (await openPostgres(made.url)).close()
  process.env.HOKITO_TEST_TEMPLATE = new URL(made.url).pathname.slice(1)
  return () => made.drop()
}
