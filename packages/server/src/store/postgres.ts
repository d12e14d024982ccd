import { setTimeout as wait } from 'node:timers/promises'
import type { PlayerId } from '@hokito/protocol'
import { err } from '@hokito/rules'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { POSTGRES_COLUMNS } from './columns.ts'
import {
  type Database,
  DatabaseInUseError,
  DatabaseTooOldError,
  type NewEvent,
  type ReadOnlyDatabase,
} from './database.ts'
import { DatabaseTime } from './database-time.ts'
import { migrate, type Steps, schemaAgeOf, stepsFor } from './migrations.ts'
import { NodeLock } from './node-lock.ts'
import {
  CommitUnheard,
  isPassing,
  isPostgresFailure,
  isTaken,
  isTransient,
} from './postgres-errors.ts'
import {
  BESIDE_PLAY,
  FOR_EVENTS,
  GIVEN_UP,
  LONG_QUERIES,
  Patience,
  PatientPool,
  type PoolOptions,
  pauseMs,
  SHORT_QUERIES,
} from './postgres-pool.ts'
import type { Tables } from './schema.ts'
import { holdNames, SharedDatabase } from './shared-database.ts'
import type { OnTrouble } from './trouble.ts'
import { WriteProbe } from './write-probe.ts'

/**
 * Opens a PostgreSQL database for one server, or for one of several that share it, and brings it to
 * the present schema.
 * @param steps the steps of the schema, if not those of this version
 * @throws DatabaseInUseError when another server has it and does not share it
 * @throws DatabaseTooOldError
 * @throws NewerSchemaError when it belongs to a newer version with which this one is not compatible
 * @throws OtherNodesError when its schema is older, and running nodes do not support the present
 * one
 * @throws Error when it cannot be reached or used
 */
export async function openPostgres(
  url: string,
  onTrouble: OnTrouble = () => undefined,
  isShared = false,
  steps: Steps = stepsFor(POSTGRES_COLUMNS),
): Promise<Database> {
  const lock = new NodeLock(url, onTrouble, isShared)
  if (!(await lock.take())) throw new DatabaseInUseError({ holder: undefined })
  try {
    await prepare(url, { steps, lock, onTrouble })
    await lock.letOthersIn()
    const { db } = connected(url, SHORT_QUERIES, onTrouble)
    const pool = new PatientPool(url, FOR_EVENTS, onTrouble)
    const opened = await openWith({ db, pool }, { lock, onTrouble })
    if (!isShared) return opened
    return { ...opened, holdNames, shared: new SharedDatabase(opened, lock.wasFirst) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Opens a database for reading, even while a server writes to it.
 * @throws Error when it cannot be reached or is not a Hokito database
 */
export async function openPostgresReadOnly(url: string): Promise<ReadOnlyDatabase> {
  const db = connect(url, LONG_QUERIES)
  try {
    return { db, schemaAge: await schemaAgeOf(db), close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Connects to a database beside the server that uses it, for commands that read a little or leave
 * an order.
 */
export function connectBeside(url: string): Kysely<Tables> {
  return connect(url, LONG_QUERIES)
}

/** Connects to a database without a lock or a migration. */
export function connect(
  url: string,
  options: PoolOptions,
  onTrouble: OnTrouble = () => undefined,
): Kysely<Tables> {
  return connected(url, options, onTrouble).db
}

// --- internal ---

/** Tables with automatic keys. */
const NUMBERED = ['renames', 'games', 'events', 'shifts', 'sayings', 'reports', 'adminLog'] as const

const OLDEST_VERSION = 15
/** The most attempts of a migration: half a minute beside long or frequent transactions. */
const MOST_ATTEMPTS = 30
/** A caller that asks whether the database can be written needs a quick answer. */
const PROBE_MS = 2000

/** A pool, and Kysely's queries on it. */
interface Connected {
  readonly db: Kysely<Tables>
  readonly pool: PatientPool
}

function connected(url: string, options: PoolOptions, onTrouble: OnTrouble): Connected {
  const pool = new PatientPool(url, options, onTrouble)
  return { pool, db: new Kysely({ dialect: new PostgresDialect({ pool }) }) }
}

interface Preparing {
  readonly steps: Steps
  readonly lock: NodeLock
  readonly onTrouble: OnTrouble
}

/**
 * Checks the version and migrates. Without other users there is no time limit; otherwise it makes
 * short attempts, because play waits behind each.
 */
async function prepare(url: string, { steps, lock, onTrouble }: Preparing): Promise<void> {
  const { isAlone } = lock
  const db = connect(url, isAlone ? LONG_QUERIES : BESIDE_PLAY)
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version
    `.execute(db)
    const version = rows[0]?.version ?? ''
    if (Number.parseInt(version, 10) < OLDEST_VERSION) throw new DatabaseTooOldError(version)
    for (let attempt = 0; ; attempt++) {
      try {
        return await migrate(db, steps, isAlone)
      } catch (error) {
        if (!isTransient(error) || attempt >= MOST_ATTEMPTS) throw error
        onTrouble('transactionRepeated', error)
        await wait(pauseMs(attempt))
      }
    }
  } finally {
    await db.destroy()
  }
}

async function openWith(
  connections: Connected,
  { lock, onTrouble }: { readonly lock: NodeLock; readonly onTrouble: OnTrouble },
): Promise<Database> {
  const { db } = connections
  const { pool } = connections
  const time = await DatabaseTime.read(db).catch(async (error: unknown) => {
    await db.destroy()
    await pool.end()
    throw error
  })
  const probe = new WriteProbe(db, undefined)
  return {
    db,
    exposed: [],
    time,
    transact: (task) => transact(db, task, onTrouble),
    insertEvents,
    storeEvents: (events, withoutLines) =>
      storeEvents(connections, { events, withoutLines }, onTrouble),
    continueNumbers: async () => {
      for (const table of NUMBERED) {
        await sql`
          select setval(pg_get_serial_sequence(${`"${table}"`}, 'key'), coalesce(max(key), 0) + 1, false)
          from ${sql.table(table)}
        `.execute(db)
      }
    },
    holdGames,
    holdPlayers,
    holdNames: async () => undefined,
    isFailure: isPostgresFailure,
    isPassing,
    // Queries wait in the pool, and do not hold up this process.
    isCrowded: () => false,
    canWrite: async () => {
      const tooLate = wait(PROBE_MS, err('unreachable' as const), { ref: false })
      const written = await Promise.race([probe.canWrite(), tooLate])
      return written.ok && lock.isTaken ? err('locked') : written
    },
    close: async () => {
      time.close()
      await db.destroy()
      await pool.end()
      await lock.release()
    },
  }
}

/** Runs a task in a transaction until that is stored. */
async function transact<T>(
  db: Kysely<Tables>,
  task: (transaction: Transaction<Tables>) => Promise<T>,
  onTrouble: OnTrouble,
): Promise<T> {
  let done: T | undefined
  await untilStored(db, onTrouble, () =>
    db.transaction().execute(async (transaction) => {
      done = await task(transaction)
    }),
  )
  return done as T
}

/**
 * Stores something. Retries after a rollback for a passing reason. If a commit was not answered,
 * asks the database for its outcome. So the change is stored exactly once, or the error says that
 * this is unknown.
 */
async function untilStored(
  db: Kysely<Tables>,
  onTrouble: OnTrouble,
  store: () => Promise<void>,
): Promise<void> {
  const patience = new Patience()
  for (let attempt = 0; ; attempt++) {
    try {
      return await store()
    } catch (error) {
      if (error instanceof CommitUnheard) {
        onTrouble('commitUnheard', error)
        if (await isCommitted(db, error, patience)) return
      } else if (!isTransient(error)) throw error
      if (patience.isOver) throw error
      onTrouble('transactionRepeated', error)
    }
    await wait(pauseMs(attempt))
  }
}

/**
 * Was a transaction stored whose commit was not answered?
 * @throws CommitUnheard when that cannot be found out
 */
async function isCommitted(
  db: Kysely<Tables>,
  unheard: CommitUnheard,
  patience: Patience,
): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const isStored = await fateOf(db, unheard)
    if (isStored !== undefined) return isStored
    if (patience.isOver) throw unheard
    await wait(pauseMs(attempt))
  }
}

/**
 * Whether it was stored; undefined while that is unknown. The statement waits for a session that
 * still works on it, because that has written the same row. If it is not stored, it never will be,
 * even if it arrives late. A transaction number would not tell: after a crash PostgreSQL reuses the
 * numbers of transactions that had not reached the disk.
 */
async function fateOf(db: Kysely<Tables>, { mark }: CommitUnheard): Promise<boolean | undefined> {
  try {
    const { rows } = await sql<{ token: string }>`
      insert into witnesses (connection, token, at)
      values (${mark.connection}, ${GIVEN_UP}, (extract(epoch from now()) * 1000)::bigint)
      on conflict (connection) do update set token =
        case when witnesses.token = ${mark.token} then witnesses.token else ${GIVEN_UP} end
      returning token
    `.execute(db)
    return rows[0]?.token === mark.token
  } catch (error) {
    if (isTransient(error)) return undefined
    throw error
  }
}

/**
 * Inserts events with one statement of a fixed text, whatever their number. Two nodes that insert
 * the same events wait in the order of keys, and so cannot deadlock.
 */
async function insertEvents(
  transaction: Transaction<Tables>,
  events: readonly NewEvent[],
): Promise<readonly NewEvent[]> {
  if (events.length === 0) return []
  const sorted = inOrder(events)
  const [games, versions, commands, jsons] = columnsOf(sorted)
  const { rows } = await sql<{ game: number; version: number }>`
    insert into events (game, version, command, "eventJson")
    select * from unnest(
      ${games}::bigint[], ${versions}::bigint[], ${commands}::text[], ${jsons}::text[]
    )
    on conflict do nothing returning game, version
  `.execute(transaction)
  if (rows.length === events.length) return []
  const stored = new Set(rows.map(({ game, version }) => `${game} ${version}`))
  // A duplicate in this list is stored once, and its second occurrence is late.
  return sorted.filter(({ game, version }) => !stored.delete(`${game} ${version}`))
}

interface EventsToStore {
  readonly events: readonly NewEvent[]
  readonly withoutLines: readonly number[]
}

/**
 * Stores events in a commit of their own. A version that is taken fails all of them, like a plain
 * `insert`.
 */
async function storeEvents(
  { db, pool }: Connected,
  { events, withoutLines }: EventsToStore,
  onTrouble: OnTrouble,
): Promise<'stored' | 'refused'> {
  const values = [withoutLines, ...columnsOf(inOrder(events))]
  // If the commit was not answered but is stored, all events are.
  let count = events.length
  try {
    await untilStored(db, onTrouble, async () => {
      count = await pool.store({ ...STORE_EVENTS, values, held: withoutLines })
    })
    return count === events.length ? 'stored' : 'refused'
  } catch (error) {
    if (isTaken(error)) return 'refused'
    throw error
  }
}

const STORE_EVENTS = {
  condition: 'not exists (select from lines where game = any($3::bigint[]))',
  text: `
    insert into events (game, version, command, "eventJson")
    select * from unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[])
    where exists (select from mark)`,
} as const

function inOrder(events: readonly NewEvent[]): readonly NewEvent[] {
  return events.toSorted((a, b) => a.game - b.game || a.version - b.version)
}

function columnsOf(events: readonly NewEvent[]) {
  return [
    events.map(({ game }) => game),
    events.map(({ version }) => version),
    events.map(({ command }) => command),
    events.map(({ eventJson }) => eventJson),
  ] as const
}

/**
 * Locks the rows of games. An event refers to its game, and PostgreSQL locks that row on insertion.
 */
async function holdGames(
  transaction: Transaction<Tables>,
  games: readonly number[],
): Promise<void> {
  if (games.length === 0) return
  await transaction
    .selectFrom('games')
    .select('key')
    .where('key', 'in', games)
    .orderBy('key')
    .forUpdate()
    .execute()
}

/**
 * Locks the rows of players in a fixed order, so that transactions cannot deadlock. New games and
 * sessions, which refer to players, need not wait.
 */
async function holdPlayers(
  transaction: Transaction<Tables>,
  players: readonly PlayerId[],
): Promise<void> {
  if (players.length === 0) return
  await transaction
    .selectFrom('players')
    .select('id')
    .where('id', 'in', players)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
