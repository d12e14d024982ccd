import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/** Deals and colours revealed in aborted games. */
export function deals(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('leftDeals')
    .addColumn('game', whole, (column) => column.primaryKey().references('games.key'))
    .addColumn('leaver', 'text')
    .addColumn('black', 'text', (column) => column.notNull())
    .addColumn('white', 'text', (column) => column.notNull())
    .addColumn('setup', 'text', (column) => column.notNull())
    .addColumn('deal', 'text')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('at', whole, (column) => column.notNull())
    .addColumn('takenBy', whole, (column) => column.references('games.key'))
    .execute()
  const indexes = {
    pair: ['black', 'white'],
    leaver: ['leaver', 'at'],
    game: ['takenBy'],
    time: ['at'],
  }
  for (const [what, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(`leftDeals_by_${what}`).on('leftDeals').columns(columns).execute()
  }
}
