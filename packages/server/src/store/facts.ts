import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** When the server was last known to run; undefined before its first start, or when it cannot be read. */
export async function readAliveAt(db: Kysely<Tables>): Promise<number | undefined> {
  const text = (await readFact(db, ALIVE_AT)) ?? ''
  // Only what is an instant: any other number would get into the clocks of all running games.
  return INSTANT.test(text) ? Number(text) : undefined
}

export async function writeAliveAt(db: Kysely<Tables>, now: number): Promise<void> {
  await writeFact(db, ALIVE_AT, String(now))
}

/** A single fact by its name; undefined until it is written. */
export async function readFact(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function writeFact(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** A write that is of no use but to see that it can be done. */
export function writeProbedAt(db: Kysely<Tables>, now: number): Promise<void> {
  return writeFact(db, PROBED_AT, String(now))
}

// --- internal ---

const ALIVE_AT = 'aliveAt'
const PROBED_AT = 'probedAt'
const INSTANT = /^\d{1,15}$/
