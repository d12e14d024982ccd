import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * When the server was last known to run; undefined before its first start, or if the value is
 * unreadable.
 */
export async function readAliveAt(db: Kysely<Tables>): Promise<number | undefined> {
  const text = (await readFact(db, ALIVE_AT)) ?? ''
  // Accept only an instant: any other number would affect the clocks of all running games.
  return INSTANT.test(text) ? Number(text) : undefined
}

export async function writeAliveAt(db: Kysely<Tables>, now: number): Promise<void> {
  await writeFact(db, ALIVE_AT, String(now))
}

/** The value of a fact; undefined if it was never written. */
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

export async function deleteFact(db: Kysely<Tables>, name: string): Promise<void> {
  await db.deleteFrom('facts').where('name', '=', name).execute()
}

/** Marks a database that has been only partly filled from another one. */
export const TRANSFER = 'transfer'

/** Has the database been only partly filled from another one? */
export async function isTransferUnfinished(db: Kysely<Tables>): Promise<boolean> {
  return (await readFact(db, TRANSFER)) !== undefined
}

/** Does a fact concern only this database and its nodes, so that it has no meaning in a copy? */
export function isOwnFact(name: string): boolean {
  return OWN_FACTS.has(name) || name.startsWith(NODE) || name.startsWith(ADDITIVE)
}

/** The name of the channel on which nodes that share a database exchange hints. */
export const CHANNEL = 'channel'
/** A hash by which nodes check that they have the same secret. */
export const SECRET_PRINT = 'secretPrint'
/** Prefix of the name of a node's heartbeat. */
export const NODE = 'node:'

/** The additive steps of the schema, which programs without these steps tolerate. */
export async function additiveIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('facts')
    .select('name')
    .where('name', 'like', `${ADDITIVE}%`)
    .execute()
  return new Set(rows.map(({ name }) => name.slice(ADDITIVE.length)))
}

/** Records that a step of the schema is additive. */
export function writeAdditive(db: Kysely<Tables>, step: string): Promise<void> {
  return writeFact(db, ADDITIVE + step, 'yes')
}

/** A write that only tests whether writing works. */
export function writeProbedAt(db: Kysely<Tables>, now: number): Promise<void> {
  return writeFact(db, PROBED_AT, String(now))
}

// --- internal ---

const ALIVE_AT = 'aliveAt'
const PROBED_AT = 'probedAt'
const ADDITIVE = 'additive:'
const OWN_FACTS: ReadonlySet<string> = new Set([TRANSFER, CHANNEL, SECRET_PRINT, PROBED_AT])
const INSTANT = /^\d{1,15}$/
