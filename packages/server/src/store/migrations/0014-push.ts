import type { Kysely, Migration } from 'kysely'
import type { Columns } from '../columns.ts'

/**
 * Devices that get notifications. No column references players or sessions: a node without this
 * table deletes those as before, and a device without a session gets no more notifications.
 */
export function push(columns: Columns): Migration {
  return { up: (db) => up(db, columns) }
}

// --- internal ---

async function up(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await db.schema
    .createTable('pushSubscriptions')
    .addColumn('endpoint', 'text', (column) => column.primaryKey())
    .addColumn('player', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('createdAt', whole, (column) => column.notNull())
    .addColumn('sentAt', whole)
    .addColumn('failingSince', whole)
    .execute()
  for (const owner of ['player', 'session']) {
    await db.schema
      .createIndex(`pushSubscriptions_by_${owner}`)
      .on('pushSubscriptions')
      .column(owner)
      .execute()
  }
}
