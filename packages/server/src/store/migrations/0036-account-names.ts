import { type Kysely, type Migration, sql } from 'kysely'
import type { Columns } from '../columns.ts'

/** The keys of accounts' names, by which the first letters find an account among many guests. */
export function accountNames(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { exactText }: Columns): Promise<void> {
  await db.schema.alterTable('credentials').addColumn('nameKey', exactText).execute()
  await sql`
    update credentials set "nameKey" = players."nameKey" from players
    where players.id = credentials.player
  `.execute(db)
  await db.schema
    .createIndex('credentials_by_nameKey')
    .on('credentials')
    .column('nameKey')
    .execute()
}
