import { ASK_AGAIN_DAYS, DAY_MS, type PlayerId, TALK_KEPT_DAYS } from '@hokito/protocol'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { RENAMES_MS } from './players/rename-rate.ts'
import { SESSION_MS } from './players/sessions.ts'
import type { Database } from './store/database.ts'
import type { Tables } from './store/schema.ts'

/** The players connected to this node. */
export type Present = Pick<ReadonlySet<PlayerId>, 'has'> & Iterable<PlayerId>

/**
 * Deletes rows that are no longer needed: ended sessions with their notified devices, names no
 * longer held, renames that no longer count, tournaments nobody entered, exhibition games between
 * house bots, and guests who never played and have been away for 30 days. Each run does a bounded
 * part.
 */
export class Cleanup {
  readonly #database: Database
  readonly #present: Present
  /** The last connected player whose presence was recorded. */
  #noted = ''
  /** For each table, the key of the last row checked. */
  readonly #reached = new Map<Walked, string | number>()

  constructor(database: Database, present: Present) {
    this.#database = database
    this.#present = present
  }

  /**
   * Records for the next part of the connected players that they have been seen, because another
   * node may do the cleanup. A page may stay connected for longer than a guest may stay away.
   */
  async noteConnected(now: number): Promise<void> {
    const later = [...this.#present].filter((player) => player > this.#noted).sort()
    const part = later.slice(0, BATCH)
    this.#noted = later.length > BATCH ? (part.at(-1) ?? '') : ''
    if (part.length === 0) return
    await this.#database.db
      .updateTable('sessions')
      .set({ seenAt: now })
      .where('player', 'in', part)
      .where('seenAt', '<', now - DAY_MS)
      // One session of several is enough; the others may end.
      .where('seenAt', '=', ({ selectFrom }) =>
        selectFrom('sessions as own')
          .select(({ fn }) => fn.max('own.seenAt').as('seenAt'))
          .whereRef('own.player', '=', 'sessions.player'),
      )
      .execute()
  }

  /** Runs one part. Each kind of row has its own commit. */
  async run(now: number): Promise<void> {
    for (const old of OLD) await this.#dropOld(old, now)
    await this.#dropGuests(now)
    await this.#dropSentChallenges(now)
    await this.#dropSubscriptions()
    await this.#dropTournaments(now)
    await this.#dropExhibitions(now)
    await this.#dropReminders()
    await this.#dropRowsOfNobody()
  }

  async #dropOld({ table, key, column, afterMs }: Old, now: number): Promise<void> {
    const rows = sql`
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(column)} <= ${now - afterMs} limit ${BATCH}
    `
    await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (${rows})
    `.execute(this.#database.db)
  }

  /** Deletes reminders of finished games. */
  async #dropReminders(): Promise<void> {
    await this.#dropAmong(
      'reminders',
      (row) => sql`
      not exists (select 1 from deadlines where deadlines.game = ${row})
    `,
    )
  }

  /** Deletes the receivers of challenges that are no longer open. */
  async #dropSentChallenges(now: number): Promise<void> {
    await this.#dropAmong(
      'sentChallenges',
      (row) => sql`
      at < ${now - SENT_MS} and not exists (select 1 from challenges where challenges.id = ${row})
    `,
    )
  }

  /** Deletes devices whose session has ended or expired, so that they get no more notifications. */
  async #dropSubscriptions(): Promise<void> {
    await this.#dropAmong(
      'pushSubscriptions',
      () => sql`
      not exists (
        select 1 from sessions where sessions."tokenHash" = "pushSubscriptions".session
      )
    `,
    )
  }

  /** Deletes tournaments nobody entered. */
  async #dropTournaments(now: number): Promise<void> {
    await this.#database.transact(async (transaction) => {
      const gone = await transaction
        .deleteFrom('tournaments')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('tournaments')
            .select('id')
            .where('endedAt', '<', now - DAY_MS)
            .where((row) =>
              row.or([
                row('round', '=', 0),
                // An arena can also begin without players.
                row.and([row('kind', '=', 'arena'), row('entered', '<', 2)]),
              ]),
            )
            .limit(BATCH),
        )
        .returning('id')
        .execute()
      if (gone.length === 0) return
      const ids = gone.map(({ id }) => id)
      for (const table of ['tournamentEntries', 'arenaPlayers'] as const) {
        await transaction.deleteFrom(table).where('tournament', 'in', ids).execute()
      }
    })
  }

  /** Deletes games that house bots played against each other, a day after their end. */
  async #dropExhibitions(now: number): Promise<void> {
    const keys = await this.#next<number>('games')
    if (keys.length === 0) return
    await this.#database.transact(async (transaction) => {
      const house = transaction.selectFrom('bots').select('player').where('level', 'is not', null)
      const rows = await transaction
        .selectFrom('games')
        .select('key')
        .where('key', 'in', keys)
        .where('endedAt', '<', now - DAY_MS)
        .where('black', 'in', house)
        .where('white', 'in', house)
        .execute()
      const gone = rows.map(({ key }) => key)
      if (gone.length === 0) return
      for (const table of ['events', 'deadlines', 'unexplored'] as const) {
        await transaction.deleteFrom(table).where('game', 'in', gone).execute()
      }
      await transaction.deleteFrom('games').where('key', 'in', gone).execute()
    })
  }

  /**
   * Deletes rows whose account was deleted, or whose address was removed, by a node that does not
   * know these tables.
   */
  async #dropRowsOfNobody(): Promise<void> {
    const tables = [
      'mailAddresses',
      'shownProgress',
      'teachers',
      'teachRequests',
      'pupils',
    ] as const
    for (const table of tables) {
      await this.#dropAmong(
        table,
        (row) => sql`
        not exists (select 1 from credentials where credentials.player = ${row})
      `,
      )
    }
    await this.#dropAmong(
      'gameLetters',
      (row) => sql`
      not exists (select 1 from "mailAddresses" where "mailAddresses".player = ${row})
    `,
    )
  }

  /**
   * Deletes those of the next rows of a table for which a condition holds. The condition gets the
   * key of a row.
   */
  async #dropAmong(
    table: Walked,
    holds: (row: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): Promise<void> {
    const keys = await this.#next(table)
    if (keys.length === 0) return
    const key = sql.ref(`${table}.${WALKED[table]}`)
    await sql`
      delete from ${sql.table(table)} where ${key} in (${sql.join(keys)}) and ${holds(key)}
    `.execute(this.#database.db)
  }

  /** The keys of the next rows of a table. After the last row it starts over. */
  async #next<K extends string | number>(table: Walked): Promise<readonly K[]> {
    const key = sql.ref(WALKED[table])
    const reached = this.#reached.get(table)
    const beyond = reached === undefined ? sql`` : sql`where ${key} > ${reached}`
    const { rows } = await sql<{ key: K }>`
      select ${key} as key from ${sql.table(table)} ${beyond} order by ${key} limit ${BATCH}
    `.execute(this.#database.db)
    const last = rows.length < BATCH ? undefined : rows.at(-1)?.key
    if (last === undefined) this.#reached.delete(table)
    else this.#reached.set(table, last)
    return rows.map((row) => row.key)
  }

  /** Checks the next players by id, and starts over after the last. */
  async #dropGuests(now: number): Promise<void> {
    const page = await this.#next<PlayerId>('players')
    const absent = page.filter((id) => !this.#present.has(id))
    if (absent.length === 0) return
    await this.#database.transact(async (transaction) => {
      const forgotten = await strangersAmong(transaction, absent, now - UNSEEN_MS)
      if (forgotten.length === 0) return
      for (const table of ['sessions', 'pushSubscriptions', 'heldKeys', 'renames'] as const) {
        await transaction.deleteFrom(table).where('player', 'in', forgotten).execute()
      }
      await transaction.deleteFrom('players').where('id', 'in', forgotten).execute()
    })
  }
}

// --- internal ---

/** How many rows of a kind one run checks or deletes. */
const BATCH = 500

interface Old {
  readonly table: keyof Tables
  readonly key: string
  /** The column with the instant, and how long after it a row goes. */
  readonly column: string
  readonly afterMs: number
}

/** Rows that go a while after an instant in them. */
const OLD: readonly Old[] = [
  { table: 'sessions', key: 'tokenHash', column: 'seenAt', afterMs: SESSION_MS },
  { table: 'sessions', key: 'tokenHash', column: 'endsAt', afterMs: 0 },
  { table: 'heldKeys', key: 'key', column: 'until', afterMs: 0 },
  { table: 'renames', key: 'key', column: 'at', afterMs: RENAMES_MS },
  // A connection that has written nothing for a day is gone, or will write a new row.
  { table: 'witnesses', key: 'connection', column: 'at', afterMs: DAY_MS },
  // Sockets that were open then have closed, and their pages have connected again.
  { table: 'signOuts', key: 'player', column: 'at', afterMs: DAY_MS },
  // Messages are kept for reports, for the number of days that the site states.
  { table: 'sayings', key: 'key', column: 'at', afterMs: TALK_KEPT_DAYS * DAY_MS },
  // Orders are carried out within a day or never. The log records those that were.
  { table: 'orders', key: 'key', column: 'at', afterMs: DAY_MS },
  { table: 'mailLinks', key: 'hash', column: 'until', afterMs: 0 },
  // Answered requests to teach whose players may ask again.
  { table: 'teachRequests', key: 'player', column: 'answeredAt', afterMs: ASK_AGAIN_DAYS * DAY_MS },
]

/**
 * Tables that have no index for deletable rows, with their keys. Each run checks a few of their
 * rows.
 */
const WALKED = {
  players: 'id',
  games: 'key',
  reminders: 'game',
  sentChallenges: 'challenge',
  pushSubscriptions: 'endpoint',
  mailAddresses: 'player',
  gameLetters: 'player',
  shownProgress: 'player',
  teachers: 'player',
  teachRequests: 'player',
  pupils: 'player',
} as const
type Walked = keyof typeof WALKED

/** A challenge is stored before it is sent, but may be about to be removed. */
const SENT_MS = 600_000
/** How long a guest who never played may stay away. */
const UNSEEN_MS = 30 * DAY_MS

/**
 * Guests who came before an instant, have not been seen since, and have neither games nor
 * challenges.
 */
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
      const tries = selectFrom('dailyTries').select('dailyTries.day')
      const credentials = selectFrom('credentials').select('credentials.player')
      // The name of a deleted account stays blocked until the promised time.
      const blocked = selectFrom('heldKeys').select('heldKeys.key').where('heldKeys.name', '=', '')
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
        .and(not(exists(tries.whereRef('dailyTries.player', '=', 'players.id'))))
        .and(not(exists(credentials.whereRef('credentials.player', '=', 'players.id'))))
        .and(not(exists(blocked.whereRef('heldKeys.player', '=', 'players.id'))))
    })
    .execute()
  return rows.map(({ id }) => id)
}
