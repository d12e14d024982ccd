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
  VersionTaken,
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
  GIVEN_UP,
  LONG_QUERIES,
  Patience,
  PatientPool,
  type PoolOptions,
  pauseMs,
  SHORT_QUERIES,
} from './postgres-pool.ts'
import type { Tables } from './schema.ts'
import { SharedDatabase } from './shared-database.ts'
import type { OnTrouble } from './trouble.ts'
import { WriteProbe } from './write-probe.ts'

/**
 * Opens a PostgreSQL database for one server, or for one of several that share it, and brings it to the
 * present schema.
 * @param steps of the schema, where they are not those of this version
 * @throws DatabaseInUseError when another server has it, and does not share it
 * @throws DatabaseTooOldError
 * @throws NewerSchemaError when it is of a newer version, beside which this one cannot go on
 * @throws OtherNodesError when its schema is older, and others that run could not go on beside the present one
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
    const opened = await openWith(connected(url, SHORT_QUERIES, onTrouble), { lock, onTrouble })
    return isShared ? { ...opened, shared: new SharedDatabase(opened, lock.wasFirst) } : opened
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Opens a database to read it as it is, whichever server writes it meanwhile.
 * @throws Error when it cannot be reached or is no database of ours
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

/** A database beside whichever server uses it, for a command that reads a little or leaves something there. */
export function connectBeside(url: string): Kysely<Tables> {
  return connect(url, LONG_QUERIES)
}

/** A database that queries can be sent to, as it is. */
export function connect(
  url: string,
  options: PoolOptions,
  onTrouble: OnTrouble = () => undefined,
): Kysely<Tables> {
  return connected(url, options, onTrouble).db
}

// --- internal ---

/** Tables that number their rows as they come. */
const NUMBERED = ['renames', 'games', 'events', 'shifts', 'sayings', 'reports', 'adminLog'] as const

const OLDEST_VERSION = 15
/** Of migrating: half a minute beside transactions that are long or many. */
const MOST_ATTEMPTS = 30
/** Whoever asks whether it can be written wants to know soon. */
const PROBE_MS = 2000

/** Connections, and Kysely's queries on them. */
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
 * Checks the version and migrates: on connections that may take their time where nobody else uses the
 * database, and otherwise in short attempts, as play waits behind each.
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
  const time = await DatabaseTime.read(db).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const probe = new WriteProbe(db, undefined)
  return {
    db,
    exposed: [],
    time,
    transact: (task) => transact(db, task, onTrouble),
    insertEvents,
    storeEvents: (events) => storeEvents(connections, events, onTrouble),
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
    isFailure: isPostgresFailure,
    isPassing,
    canWrite: async () => {
      const tooLate = wait(PROBE_MS, err('unreachable' as const), { ref: false })
      const written = await Promise.race([probe.canWrite(), tooLate])
      return written.ok && lock.isTaken ? err('locked') : written
    },
    close: async () => {
      time.close()
      await db.destroy()
      await lock.release()
    },
  }
}

/** Does a task in a transaction, until that is stored. */
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
 * Tries to store something. That is done over where the database has rolled it back for a reason that
 * passes, and where nobody has heard of its commit the database is asked what became of it: so it is
 * stored exactly once, or an error is thrown that says that this is not known.
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
 * Has a transaction been stored, of whose commit nobody has heard?
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
 * Whether it was stored; undefined while nobody can say. This waits for whoever still works on it, as that has written
 * the same row; and where it is not stored it never will be, also if it has not arrived yet. Its number would not
 * tell: after a crash PostgreSQL gives those again to others of which nothing had reached the disk.
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
 * Events by one statement of a fixed text, however many they are. Two nodes that insert the same ones
 * wait for each other in the order of their keys, and so never for each other at once.
 */
async function insertEvents(
  transaction: Transaction<Tables>,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const sorted = inOrder(events)
  const [games, versions, commands, jsons] = columnsOf(sorted)
  const { rows } = await sql<{ game: number; version: number }>`
    insert into events (game, version, command, "eventJson")
    select * from unnest(
      ${games}::bigint[], ${versions}::bigint[], ${commands}::text[], ${jsons}::text[]
    )
    on conflict do nothing returning game, version
  `.execute(transaction)
  if (rows.length === events.length) return
  const stored = new Set(rows.map(({ game, version }) => `${game} ${version}`))
  // One that stands here twice is stored once: then it is the second that has come too late.
  const taken = sorted.filter(({ game, version }) => !stored.delete(`${game} ${version}`))
  throw new VersionTaken(taken)
}

/** The same in a commit of their own. A version that is taken fails all of them, as plain `insert` does. */
async function storeEvents(
  { db, pool }: Connected,
  events: readonly NewEvent[],
  onTrouble: OnTrouble,
): Promise<'stored' | 'taken'> {
  const values = columnsOf(inOrder(events))
  // Of what was stored unheard, all is.
  let count = events.length
  try {
    await untilStored(db, onTrouble, async () => {
      count = await pool.store(STORE_EVENTS, values)
    })
    return count === events.length ? 'stored' : 'taken'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

const STORE_EVENTS = `
  insert into events (game, version, command, "eventJson")
  select * from unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[])
  where exists (select from mark)`

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

/** An event refers to its game, for which PostgreSQL holds the game's row; so that row is what to wait for. */
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

/** In one order, so that nobody waits in a circle; new games and sessions, which refer to players, need not wait. */
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
