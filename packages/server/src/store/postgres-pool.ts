import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { HOLD_GAMES, queryHolding } from './held-query.ts'
import {
  CommitUnheard,
  isConnectionLost,
  isPlanOutdated,
  NotCommitted,
  TooManyWait,
  type TransactionMark,
} from './postgres-errors.ts'
import type { OnTrouble } from './trouble.ts'

/** The limits of a pool's connections. */
export interface PoolOptions {
  readonly connections: number
  /** The timeout of a statement; 0 for none. */
  readonly statementMs: number
  /** How long a statement may wait for a lock. */
  readonly lockMs: number
  /**
   * The time without an answer after which the connection is given up; absent if statements have no
   * timeout.
   */
  readonly hungMs?: number
  /** Does each transaction write a row that later tells whether it was stored? */
  readonly leavesWitnesses: boolean
}

export const SHORT_QUERIES: PoolOptions = {
  connections: 10,
  statementMs: 5000,
  lockMs: 3000,
  // Longer than the statement timeout: then the connection is at fault.
  hungMs: 7000,
  leavesWitnesses: true,
}
/** For the events of games, which must not wait behind requests that read. */
export const FOR_EVENTS: PoolOptions = { ...SHORT_QUERIES, connections: 2 }
/** For migrations and full reads. */
export const LONG_QUERIES: PoolOptions = {
  connections: 2,
  statementMs: 0,
  lockMs: 3000,
  // The table may not exist yet.
  leavesWitnesses: false,
}

/**
 * For migrations during play. While a migration waits for a table, all other users of the table
 * wait behind it.
 */
export const BESIDE_PLAY: PoolOptions = {
  connections: 2,
  statementMs: 3000,
  lockMs: 300,
  leavesWitnesses: false,
}

/**
 * How long callers wait for the database to return, counted from the first failure. A connection
 * that does not answer takes longer than this to fail.
 */
export class Patience {
  #until: number | undefined

  /** Read this after each failure. */
  get isOver(): boolean {
    const now = performance.now()
    this.#until ??= now + PATIENCE_MS
    return now > this.#until
  }
}

/** The pause before a retry, with a random part that keeps two failures from retrying together. */
export function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** A statement that is a transaction of its own. */
export interface Storing {
  /** Must store nothing without a row of `mark`. Its own values start at the third. */
  readonly text: string
  /** If it does not hold, there is no row of `mark`. */
  readonly condition: string
  readonly values: readonly unknown[]
  /**
   * The keys of games. The statement waits for transactions that hold one of them, and sees their
   * changes.
   */
  readonly held: readonly number[]
}

/** The settings of every connection. */
export function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'hokito',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser: parserOf },
  }
}

/**
 * node-postgres' pool in Kysely's form, with what node-postgres leaves to its users: a commit that
 * became a rollback is an error; a connection that does not answer is closed; read-only queries are
 * retried on a new connection; statements are prepared once; and the number of callers that wait
 * for a connection is limited.
 */
export class PatientPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #names = new Map<string, string>()
  #named = 0
  #tokens = 0
  /** The name of each connection in its witness row. */
  readonly #callNames = new WeakMap<pg.PoolClient, string>()
  /** Connections that have prepared the statement which holds games. */
  readonly holders = new WeakSet<pg.PoolClient>()
  readonly hungMs: number | undefined
  readonly leavesWitnesses: boolean
  /** Includes callers that pause before a retry, which the pool does not know of. */
  #waiting = 0
  #ending: Promise<void> | undefined

  constructor(url: string, options: PoolOptions, onTrouble: OnTrouble) {
    this.hungMs = options.hungMs
    this.leavesWitnesses = options.leavesWitnesses
    this.#pool = new pg.Pool({
      ...connectionOf(url),
      max: options.connections,
      // Set by a query: node-postgres leaves out a limit of 0, and a pooler may refuse limits at
      // the start.
      onConnect: async (connection) => {
        const text = limitsOf(options)
        await connection.query({ text, query_timeout: CONNECT_MS } as pg.QueryConfig)
      },
    })
    // Without listeners, a database shutdown would end this process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (connection) => {
      connection.on('error', (error) => onTrouble('connectionLost', error))
    })
  }

  /** @throws the last error when the database does not return in time */
  async connect(): Promise<PooledConnection> {
    return new PooledConnection(await this.take(), this)
  }

  /**
   * Runs one statement as a transaction of its own, in a single round trip. Returns the number of
   * stored rows.
   * @throws CommitUnheard when the connection is lost
   */
  async store(storing: Storing): Promise<number> {
    const connection = await this.connect()
    try {
      return await connection.store(storing)
    } finally {
      connection.release()
    }
  }

  /** A connection of node-postgres itself. */
  async take(): Promise<pg.PoolClient> {
    if (this.#waiting >= MOST_WAITING) throw new TooManyWait()
    const patience = new Patience()
    this.#waiting++
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await this.#pool.connect()
        } catch (error) {
          if (!isConnectionLost(error) || patience.isOver) throw error
          await wait(pauseMs(attempt))
        }
      }
    } finally {
      this.#waiting--
    }
  }

  /**
   * The name of a prepared statement. Only the first texts get one: lists have a text for each
   * length and may use up the names. Later texts are parsed each time.
   */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_STATEMENTS) return known
    const name = `s${this.#named++}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Prepares all statements again under new names, because the result columns of one have changed.
   * The old ones end with each connection.
   * @param name of the changed statement, which other callers may have reported already
   */
  prepareAgain(name: string | undefined): void {
    if ([...this.#names.values()].some((known) => known === name)) this.#names.clear()
  }

  /** The unique name of a connection in its witness row. */
  callNameOf(connection: pg.PoolClient): string {
    const known = this.#callNames.get(connection)
    if (known !== undefined) return known
    const name = randomBytes(12).toString('hex')
    this.#callNames.set(connection, name)
    return name
  }

  /** A token that no other transaction of this pool has; the names of its connections are unique. */
  nextToken(): string {
    return `${++this.#tokens}`
  }

  /** Once is enough; node-postgres refuses the second time. */
  end(): Promise<void> {
    this.#ending ??= this.#pool.end()
    return this.#ending
  }
}

// --- internal ---

const CONNECT_MS = 3000
const KEEP_ALIVE_MS = 10_000
const PATIENCE_MS = 6000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
/** A process suspended in the middle of a transaction must not block others. */
const IDLE_IN_TRANSACTION_MS = 5000
const MOST_WAITING = 2000
const MOST_STATEMENTS = 300

function limitsOf({ statementMs, lockMs }: PoolOptions): string {
  return `
    set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
}

const INT8 = 20

/** Reads keys, counts and instants as numbers: all of ours fit. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)

class PooledConnection implements PostgresPoolClient {
  readonly #pool: PatientPool
  #connection: pg.PoolClient
  #isBroken = false
  #isReleased = false
  /** The open transaction. */
  #transaction: TransactionMark | undefined

  constructor(connection: pg.PoolClient, pool: PatientPool) {
    this.#connection = connection
    this.#pool = pool
  }

  // Kysely's interface also has cursors, which this does not use.
  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  async query(text = '', values: readonly unknown[] = []): Promise<PostgresQueryResult<never>> {
    const result = await this.#ask(text, values)
    return {
      command: result.command as 'SELECT',
      rowCount: result.rowCount ?? 0,
      rows: result.rows,
    }
  }

  /** Does nothing if there is no connection to return, because a new one could not be made. */
  release(): void {
    if (!this.#isReleased) this.#connection.release(this.#isBroken)
    this.#isReleased = true
  }

  #ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult<never>> {
    if (text === 'begin') return this.#begin()
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') return this.#rollback()
    const query = this.#named({ text, values: [...values] })
    if (this.#transaction !== undefined) return this.#send(query)
    return this.#askAgain(query, text.startsWith('select '))
  }

  #named({ text, values = [] }: pg.QueryConfig): pg.QueryConfig {
    const name = this.#pool.nameOf(text)
    return { text, values, ...(name !== undefined && { name }) }
  }

  async store({ text, condition, values, held }: Storing): Promise<number> {
    const mark = this.#newMark()
    const { connection, token } = mark
    const query = this.#named({
      text: witnessed(condition) + text,
      values: [connection, token, ...values],
    })
    try {
      if (held.length > 0) await this.#prepareHolding()
      return (await this.#send(query, held)).rowCount ?? 0
    } catch (error) {
      throw isConnectionLost(error) ? new CommitUnheard(mark, error) : error
    }
  }

  async #prepareHolding(): Promise<void> {
    if (this.#pool.holders.has(this.#connection)) return
    await this.#send({ ...HOLD_GAMES, values: [[]] })
    this.#pool.holders.add(this.#connection)
  }

  #newMark(): TransactionMark {
    const connection = this.#pool.callNameOf(this.#connection)
    return { connection, token: this.#pool.nextToken() }
  }

  async #begin(): Promise<pg.QueryResult<never>> {
    const mark = this.#newMark()
    const text = this.#pool.leavesWitnesses ? beginWitnessed(mark) : BEGIN
    await this.#send({ text }).catch((error: unknown) => {
      // The transaction may have begun, and the caller will not roll it back.
      this.#isBroken = true
      throw error
    })
    this.#transaction = mark
    return NOTHING
  }

  /** PostgreSQL answers the commit of a failed transaction with ROLLBACK, without an error. */
  async #commit(): Promise<pg.QueryResult<never>> {
    const mark = this.#transaction
    try {
      const result = await this.#send({ text: 'commit' })
      if (result.command !== 'COMMIT') throw new NotCommitted()
      this.#transaction = undefined
      return result
    } catch (error) {
      throw mark !== undefined && isConnectionLost(error) ? new CommitUnheard(mark, error) : error
    }
  }

  /** If the connection is lost, the database rolls back by itself. */
  async #rollback(): Promise<pg.QueryResult<never>> {
    this.#transaction = undefined
    if (this.#isBroken) return NOTHING
    return this.#send({ text: 'rollback' }).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
      return NOTHING
    })
  }

  /** Runs a query, and retries it once if that is harmless. */
  async #askAgain(query: pg.QueryConfig, isReading: boolean): Promise<pg.QueryResult<never>> {
    try {
      return await this.#send(query)
    } catch (error) {
      if (isPlanOutdated(error)) return this.#send(this.#named(query))
      if (!isReading || !isConnectionLost(error)) throw error
      // Release first, because all connections of the pool may be lost together.
      this.release()
      this.#connection = await this.#pool.take()
      this.#isReleased = false
      this.#isBroken = false
      return this.#send(query)
    }
  }

  async #send(query: pg.QueryConfig, held: readonly number[] = []): Promise<pg.QueryResult<never>> {
    const { hungMs } = this.#pool
    // Ending a connection during a query destroys the connection, and the query fails.
    const giveUp = () => void this.#connection.end()
    const patience = hungMs === undefined ? undefined : setTimeout(giveUp, hungMs)
    try {
      if (held.length > 0) return await queryHolding(this.#connection, query, held)
      return await this.#connection.query(query)
    } catch (error) {
      if (isConnectionLost(error)) this.#isBroken = true
      if (isPlanOutdated(error)) this.#pool.prepareAgain(query.name)
      throw error
    } finally {
      clearTimeout(patience)
    }
  }
}

const BEGIN = 'begin'

/** Begins a transaction and writes its witness row, in one message. Neither text has a quote in it. */
function beginWitnessed({ connection, token }: TransactionMark): string {
  return `
    begin; insert into witnesses (connection, token, at)
    values ('${connection}', '${token}', (extract(epoch from now()) * 1000)::bigint)
    on conflict (connection) do update set token = excluded.token, at = excluded.at`
}

/**
 * The token in the witness row of a connection that was given up. A late statement on that
 * connection must not be stored after we have found that it was not.
 */
export const GIVEN_UP = 'given up'

/**
 * Put before a statement that is a transaction of its own. It gives no mark on a connection that
 * was given up.
 */
const witnessed = (condition: string) => `
  with mark as (
    insert into witnesses (connection, token, at)
    select $1::text, $2::text, (extract(epoch from now()) * 1000)::bigint where ${condition}
    on conflict (connection) do update set token = excluded.token, at = excluded.at
    where witnesses.token <> '${GIVEN_UP}'
    returning connection
  )`

const NOTHING: pg.QueryResult<never> = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
