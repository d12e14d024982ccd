import type { PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { RENAMES_MS } from './rename-rate.ts'
import { SESSION_MS } from './sessions.ts'

/**
 * Takes off the disk what nobody will miss: sessions that have ended, names that are held no longer,
 * changes of name that no longer count, and guests who never played and have not been seen for 30 days.
 * Each run does a bounded part.
 */
export class Cleanup {
  readonly #database: Database
  readonly #isPresent: (player: PlayerId) => boolean
  /** The player up to whom guests have been looked at, by their ids. */
  #reached: PlayerId | undefined

  constructor(database: Database, isPresent: (player: PlayerId) => boolean) {
    this.#database = database
    this.#isPresent = isPresent
  }

  /** One part, each kind in a commit of its own. */
  async run(now: number): Promise<void> {
    await this.#dropSessions(now)
    await this.#dropHeldKeys(now)
    await this.#dropRenames(now)
    await this.#dropGuests(now)
  }

  async #dropSessions(now: number): Promise<void> {
    const ended = this.#database.db
      .selectFrom('sessions')
      .select('tokenHash')
      .where((session) =>
        session.or([session('seenAt', '<', now - SESSION_MS), session('endsAt', '<=', now)]),
      )
      .limit(BATCH)
    await this.#database.db.deleteFrom('sessions').where('tokenHash', 'in', ended).execute()
  }

  async #dropHeldKeys(now: number): Promise<void> {
    const over = this.#database.db.selectFrom('heldKeys').select('key').where('until', '<=', now)
    await this.#database.db.deleteFrom('heldKeys').where('key', 'in', over.limit(BATCH)).execute()
  }

  async #dropRenames(now: number): Promise<void> {
    const over = this.#database.db
      .selectFrom('renames')
      .select('key')
      .where('at', '<=', now - RENAMES_MS)
    await this.#database.db.deleteFrom('renames').where('key', 'in', over.limit(BATCH)).execute()
  }

  /** Looks at the next players in the order of their ids, and begins anew after the last. */
  async #dropGuests(now: number): Promise<void> {
    const reached = this.#reached
    const page = await this.#database.db
      .selectFrom('players')
      .select('id')
      .$if(reached !== undefined, (query) => query.where('id', '>', reached ?? null))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    this.#reached = page.length < BATCH ? undefined : page.at(-1)?.id
    const absent = page.map(({ id }) => id).filter((id) => !this.#isPresent(id))
    if (absent.length === 0) return
    await this.#database.transact(async (transaction) => {
      const forgotten = await strangersAmong(transaction, absent, now - UNSEEN_MS)
      if (forgotten.length === 0) return
      for (const table of ['sessions', 'heldKeys', 'renames'] as const) {
        await transaction.deleteFrom(table).where('player', 'in', forgotten).execute()
      }
      await transaction.deleteFrom('players').where('id', 'in', forgotten).execute()
    })
  }
}

// --- internal ---

/** Rows of a kind that one run looks at. */
const BATCH = 500

/** How long a guest who never played may stay away. */
const UNSEEN_MS = 30 * 86_400_000

/** Those who came before an instant, have not been seen since, and have neither games nor offers. */
async function strangersAmong(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  before: number,
): Promise<readonly PlayerId[]> {
  const rows = await db
    .selectFrom('players')
    .select('players.id')
    .where('players.id', 'in', players)
    .where('players.createdAt', '<', before)
    .where(({ not, exists, selectFrom }) => {
      const games = selectFrom('games').select('games.key')
      const sessions = selectFrom('sessions').select('sessions.tokenHash')
      const challenges = selectFrom('challenges').select('challenges.id')
      return not(
        exists(
          sessions
            .whereRef('sessions.player', '=', 'players.id')
            .where('sessions.seenAt', '>=', before),
        ),
      )
        .and(not(exists(games.whereRef('games.black', '=', 'players.id'))))
        .and(not(exists(games.whereRef('games.white', '=', 'players.id'))))
        .and(not(exists(challenges.whereRef('challenges.player', '=', 'players.id'))))
    })
    .execute()
  return rows.map(({ id }) => id)
}
