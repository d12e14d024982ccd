import type { Kysely, Migration } from 'kysely'

/**
 * Chapters of studies whose moves the readers find. Older nodes show such a chapter like the
 * others.
 */
export const exercises: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('studyChapters').addColumn('isExercise', 'integer').execute()
}
