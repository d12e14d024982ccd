import { type Challenge, type ChallengeId, challengeSchema, type PlayerId } from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import { cardOf } from '../players/cards.ts'
import { parseJson } from '../store/json.ts'
import type { ChallengesTable, Tables } from '../store/schema.ts'

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
    const rows = await this.#rows().where('challenges.id', 'in', ids).execute()
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

  /** Those that were not set aside, with whom the version before this one has sent them to. */
  #rows() {
    return this.#db
      .selectFrom('challenges')
      .leftJoin('sentChallenges', 'sentChallenges.challenge', 'challenges.id')
      .leftJoin('players', 'players.id', 'sentChallenges.receiver')
      .leftJoin('bots', 'bots.player', 'players.id')
      .selectAll('challenges')
      .select(['players.id as receiver', 'players.name', 'bots.since as botSince'])
      .where('challenges.damage', 'is', null)
  }

  #newest(limit: number) {
    return this.#rows()
      .select((row) =>
        row
          .selectFrom('sessions')
          .whereRef('sessions.player', '=', 'challenges.player')
          .select((session) => session.fn.max('seenAt').as('seenAt'))
          .as('seenAt'),
      )
      .orderBy('challenges.createdAt', 'desc')
      .orderBy('challenges.id')
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

type Row = Selectable<ChallengesTable> & {
  readonly receiver: PlayerId | null
  readonly name: string | null
  readonly botSince: number | null
}

/** A session's instant; none where it is gone or cannot be read. */
function instantOf(seenAt: unknown): number {
  return typeof seenAt === 'number' ? seenAt : 0
}

/** Undefined where the row is no challenge, or that of another player or id than it says. */
function readRow(row: Row): Challenge | undefined {
  const parsed = challengeSchema.safeParse(parseJson(row.challengeJson))
  if (!parsed.success) return undefined
  const { id, challenger } = parsed.data
  if (id !== row.id || challenger.id !== row.player) return undefined
  const { receiver, name, botSince } = row
  if (receiver === null || name === null) return parsed.data
  return { opponent: cardOf({ id: receiver, name, botSince }), ...parsed.data }
}
