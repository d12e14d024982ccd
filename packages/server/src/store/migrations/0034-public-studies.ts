import type { Kysely, Migration } from 'kysely'

/** Studies that their owners' profiles show. For older nodes they are shared like others. */
export const publicStudies: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('studies').addColumn('isPublic', 'integer').execute()
}
