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

export async function deleteFact(db: Kysely<Tables>, name: string): Promise<void> {
  await db.deleteFrom('facts').where('name', '=', name).execute()
}

/** The fact that a database is only partly filled from another one. */
export const TRANSFER = 'transfer'

/** Is a database only partly filled from another one? */
export async function isTransferUnfinished(db: Kysely<Tables>): Promise<boolean> {
  return (await readFact(db, TRANSFER)) !== undefined
}

/** Is a fact about this database and those that use it, and of no meaning in a copy of what it holds? */
export function isOwnFact(name: string): boolean {
  return OWN_FACTS.has(name) || name.startsWith(NODE) || name.startsWith(ADDITIVE)
}

/** Where nodes that share a database hear of each other. */
export const CHANNEL = 'channel'
/** By what nodes see that they have the same secret. */
export const SECRET_PRINT = 'secretPrint'
/** Begins the name of a node's sign of life. */
export const NODE = 'node:'

/** Which steps of the schema a program can bear that does not know them. */
export async function additiveIn(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('facts')
    .select('name')
    .where('name', 'like', `${ADDITIVE}%`)
    .execute()
  return new Set(rows.map(({ name }) => name.slice(ADDITIVE.length)))
}

/** Notes that a step of the schema is one of those. */
export function writeAdditive(db: Kysely<Tables>, step: string): Promise<void> {
  return writeFact(db, ADDITIVE + step, 'yes')
}

/** A write that is of no use but to see that it can be done. */
export function writeProbedAt(db: Kysely<Tables>, now: number): Promise<void> {
  return writeFact(db, PROBED_AT, String(now))
}

// --- internal ---

const ALIVE_AT = 'aliveAt'
const PROBED_AT = 'probedAt'
const ADDITIVE = 'additive:'
const OWN_FACTS: ReadonlySet<string> = new Set([TRANSFER, CHANNEL, SECRET_PRINT, PROBED_AT])
const INSTANT = /^\d{1,15}$/
