import { type Challenge, type ChallengeId, challengeSchema, type PlayerId } from '@hokito/protocol'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { cardOf } from '../players/cards.ts'
import type { RefusedWrite } from '../store/conflict.ts'
import type { ChallengesTable } from '../store/game-tables.ts'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'

/** An open challenge, and the last time its maker was connected. */
export interface KeptChallenge {
  readonly challenge: Challenge
  readonly seenAt: number
}

/**
 * Open challenges in the database, so that a link given to a friend survives a restart. A damaged
 * row is marked, reported and never touched again.
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

  /**
   * Removes challenges and returns the ids that were still stored. The others were already taken or
   * removed.
   */
  async remove(challenges: readonly Pick<Challenge, 'id'>[]): Promise<readonly ChallengeId[]> {
    if (challenges.length === 0) return []
    const ids = challenges.map(({ id }) => id)
    return deleteChallenges(this.#db, ids)
  }

  /** Reads the challenges with these ids. Leaves out missing and unreadable ones. */
  async readThese(ids: readonly ChallengeId[]): Promise<readonly Challenge[]> {
    if (ids.length === 0) return []
    const rows = await this.#rows().where('challenges.id', 'in', ids).execute()
    return rows.flatMap((row) => readRow(row) ?? [])
  }

  /** The ids of challenges made at or after an instant, oldest first. */
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

  /**
   * Reads the newest challenges, at most `limit`, and returns them oldest first. Sets unreadable
   * rows aside and removes all older ones.
   */
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

  /** Undamaged challenges. Joins the table in which the previous version stored their receivers. */
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

/** Deletes challenges and returns the ids of those that were still stored. */
export async function deleteChallenges(
  db: Kysely<Tables>,
  ids: readonly ChallengeId[],
): Promise<readonly ChallengeId[]> {
  const rows = await db.deleteFrom('challenges').where('id', 'in', ids).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes challenges that are taken. Refuses those that are not stored. Two units of a commit cannot
 * take the same challenge.
 */
export async function takeChallenges(
  transaction: Transaction<Tables>,
  taken: readonly { readonly challenge: ChallengeId }[],
): Promise<readonly RefusedWrite[]> {
  const ids = taken.map(({ challenge }) => challenge).toSorted()
  const there = new Set(await deleteChallenges(transaction, ids))
  const gone = taken.filter(({ challenge }) => !there.delete(challenge))
  return gone.map((write) => {
    const { challenge } = write
    return { write, conflict: { kind: 'challengeGone', challenge } }
  })
}

// --- internal ---

type Row = Selectable<ChallengesTable> & {
  readonly receiver: PlayerId | null
  readonly name: string | null
  readonly botSince: number | null
}

/** When a session was last seen; 0 if the session is gone or unreadable. */
function instantOf(seenAt: unknown): number {
  return typeof seenAt === 'number' ? seenAt : 0
}

/**
 * Undefined if the row is not a challenge, or if its player or id differs from the stored
 * challenge.
 */
function readRow(row: Row): Challenge | undefined {
  const parsed = challengeSchema.safeParse(parseJson(row.challengeJson))
  if (!parsed.success) return undefined
  const { id, challenger } = parsed.data
  if (id !== row.id || challenger.id !== row.player) return undefined
  const { receiver, name, botSince } = row
  if (receiver === null || name === null) return parsed.data
  return { opponent: cardOf({ id: receiver, name, botSince }), ...parsed.data }
}
