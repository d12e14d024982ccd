import { type Challenge, type ChallengeId, challengeSchema } from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import { parseJson } from './json.ts'
import type { ChallengesTable, Tables } from './schema.ts'

/** An open challenge, and when its maker was last there. */
export interface KeptChallenge {
  readonly challenge: Challenge
  readonly seenAt: number
}

/**
 * Open challenges on the disk, so that a link that was given to a friend outlives a restart. A damaged
 * one is marked and reported, and never touched again.
 */
export class ChallengeStore {
  readonly #db: Kysely<Tables>
  readonly #onDamage: (id: ChallengeId, damage: string) => void

  constructor(db: Kysely<Tables>, onDamage: (id: ChallengeId, damage: string) => void) {
    this.#db = db
    this.#onDamage = onDamage
  }

  async insert(challenge: Challenge): Promise<void> {
    await this.#db
      .insertInto('challenges')
      .values({
        id: challenge.id,
        player: challenge.challenger.id,
        createdAt: challenge.createdAt,
        challengeJson: JSON.stringify(challenge),
        damage: null,
      })
      .execute()
  }

  /** Gives the ids of those that were there: others were taken or removed before. */
  async remove(challenges: readonly Pick<Challenge, 'id'>[]): Promise<readonly ChallengeId[]> {
    if (challenges.length === 0) return []
    const ids = challenges.map(({ id }) => id)
    const rows = await this.#db
      .deleteFrom('challenges')
      .where('id', 'in', ids)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Those of these that are there and can be read. */
  async readThese(ids: readonly ChallengeId[]): Promise<readonly Challenge[]> {
    if (ids.length === 0) return []
    const rows = await this.#db
      .selectFrom('challenges')
      .selectAll()
      .where('id', 'in', ids)
      .where('damage', 'is', null)
      .execute()
    return rows.flatMap((row) => readRow(row) ?? [])
  }

  /** The ids of those that were made since an instant, oldest first. */
  async idsSince(createdAt: number): Promise<readonly ChallengeId[]> {
    const rows = await this.#db
      .selectFrom('challenges')
      .select('id')
      .where('damage', 'is', null)
      .where('createdAt', '>=', createdAt)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The newest that can be read, at most so many, oldest first; older ones are removed. */
  async readOpen(limit: number): Promise<readonly KeptChallenge[]> {
    const rows = await this.#newest(limit)
    if (rows.length === limit) await this.#removeBut(limit)
    const kept: KeptChallenge[] = []
    for (const row of rows.toReversed()) {
      const challenge = readRow(row)
      if (challenge === undefined) await this.#setAside(row.id)
      else kept.push({ challenge, seenAt: Math.max(challenge.createdAt, instantOf(row.seenAt)) })
    }
    return kept
  }

  #newest(limit: number) {
    return this.#db
      .selectFrom('challenges')
      .selectAll()
      .select((row) =>
        row
          .selectFrom('sessions')
          .whereRef('sessions.player', '=', 'challenges.player')
          .select((session) => session.fn.max('seenAt').as('seenAt'))
          .as('seenAt'),
      )
      .where('damage', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  async #removeBut(limit: number): Promise<void> {
    const newest = this.#db
      .selectFrom('challenges')
      .select('id')
      .where('damage', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(limit)
    await this.#db
      .deleteFrom('challenges')
      .where('damage', 'is', null)
      .where('id', 'not in', newest)
      .execute()
  }

  async #setAside(id: ChallengeId): Promise<void> {
    const damage = 'notAChallenge'
    await this.#db.updateTable('challenges').set({ damage }).where('id', '=', id).execute()
    this.#onDamage(id, damage)
  }
}

// --- internal ---

/** A session's instant; none where it is gone or cannot be read. */
function instantOf(seenAt: unknown): number {
  return typeof seenAt === 'number' ? seenAt : 0
}

/** Undefined where the row is no challenge, or that of another player or id than it says. */
function readRow(row: Selectable<ChallengesTable>): Challenge | undefined {
  const parsed = challengeSchema.safeParse(parseJson(row.challengeJson))
  if (!parsed.success) return undefined
  const { id, challenger } = parsed.data
  return id === row.id && challenger.id === row.player ? parsed.data : undefined
}
