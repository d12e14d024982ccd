import type { Kysely, Migration } from 'kysely'

/** The order of a study's chapters. Older nodes show them by their numbers. */
export const chapterPlaces: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('studyChapters').addColumn('place', 'integer').execute()
}
