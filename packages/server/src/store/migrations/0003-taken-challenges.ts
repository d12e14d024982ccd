import { type Kysely, type Migration, sql } from 'kysely'

/** The challenge that a game came from, so that its link leads to the game. */
export const takenChallenges: Migration = { up }

// --- internal ---

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('games').addColumn('challenge', 'text').execute()
  await sql`create unique index games_by_challenge on games (challenge) where challenge is not null`.execute(
    db,
  )
}
