import { type Challenge, challengeSchema } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** Open challenges on the disk, so that a link that was given to a friend outlives a restart. */
export class ChallengeStore {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async insert(challenge: Challenge): Promise<void> {
    await this.#db
      .insertInto('challenges')
      .values({
        id: challenge.id,
        player: challenge.challenger.id,
        createdAt: challenge.createdAt,
        challengeJson: JSON.stringify(challenge),
      })
      .execute()
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#db.deleteFrom('challenges').where('id', 'in', ids).execute()
  }

  /** All that can be read, oldest first; an unreadable one is an offer that nobody can take. */
  async readAll(): Promise<readonly Challenge[]> {
    const rows = await this.#db
      .selectFrom('challenges')
      .select('challengeJson')
      .orderBy('createdAt')
      .execute()
    return rows.flatMap(({ challengeJson }) => {
      const parsed = challengeSchema.safeParse(JSON.parse(challengeJson))
      return parsed.success ? [parsed.data] : []
    })
  }
}
