import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/store/database.ts'
import type { Tables } from '../../src/store/schema.ts'
import { playerId } from './ids.ts'

/** Part of every text that the tests put into a database. */
export const MARK = 'secretly'

/**
 * Puts a row into every table except those of games, with the mark in every text column, and the
 * mark into the secrets of games. Returns the number of those tables.
 */
export async function fillWithSecrets(
  { db, transact }: Database,
  isPostgres: boolean,
): Promise<number> {
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !['games', 'events', 'facts', 'players'].includes(name),
  )
  if (isPostgres) await dropForeignKeys(db)
  else await sql`pragma foreign_keys = off`.execute(db)
  await transact(async (transaction) => {
    for (const { name, columns } of tables) {
      const values = columns.map(({ dataType, name: column }) =>
        /int|double|float|real/i.test(dataType)
          ? 7
          : column === 'player'
            ? playerId('anna')
            : `${MARK} ${column}`,
      )
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        values (${sql.join(values)})`.execute(transaction)
    }
    await sql`update games set secret = ${MARK}, challenge = ${MARK} || key`.execute(transaction)
    await sql`update events set command = ${MARK} || key where version > 1`.execute(transaction)
  })
  return tables.length
}

/**
 * The owner of the tables may drop the keys; disabling the checks for a while needs a superuser.
 */
async function dropForeignKeys(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as "table", conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'f'`.execute(db)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.ref(table)} drop constraint ${sql.ref(name)}`.execute(db)
  }
}
