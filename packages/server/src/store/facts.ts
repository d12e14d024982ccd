import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** When the server was last known to run; undefined before its first start. */
export async function readAliveAt(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', ALIVE_AT)
    .executeTakeFirst()
  const at = Number(row?.value)
  return Number.isFinite(at) ? at : undefined
}

export async function writeAliveAt(db: Kysely<Tables>, now: number): Promise<void> {
  const value = String(now)
  await db
    .insertInto('facts')
    .values({ name: ALIVE_AT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

// --- internal ---

const ALIVE_AT = 'aliveAt'
