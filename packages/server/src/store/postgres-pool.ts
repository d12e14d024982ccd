import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import {
  CommitUnheard,
  isConnectionLost,
  isPlanOutdated,
  NotCommitted,
  TooManyWait,
  type TransactionMark,
} from './postgres-errors.ts'
import type { OnTrouble } from './trouble.ts'

/** What the connections of a pool may do. */
export interface PoolOptions {
  readonly connections: number
  /** How long one statement may take; 0 for any time. */
  readonly statementMs: number
  /** How long a statement may wait for what another transaction holds. */
  readonly lockMs: number
  /** After how long without an answer the line is given up; absent where a statement may take any time. */
  readonly hungMs?: number
  /** Do transactions leave a row by which it can be found out whether they were stored? */
  readonly leavesWitnesses: boolean
}

export const SHORT_QUERIES: PoolOptions = {
  connections: 10,
  statementMs: 5000,
  lockMs: 3000,
  // Beyond what statements may take: then it is the line that does not answer.
  hungMs: 7000,
  leavesWitnesses: true,
}
/** For migrations, and for reading all there is. */
export const LONG_QUERIES: PoolOptions = {
  connections: 2,
  statementMs: 0,
  lockMs: 3000,
  // The table may be yet to be made.
  leavesWitnesses: false,
}

/** For migrations while others play: whoever wants a table waits behind a migration that waits for it. */
export const BESIDE_PLAY: PoolOptions = {
  connections: 2,
  statementMs: 3000,
  lockMs: 300,
  leavesWitnesses: false,
}

/**
 * How long whoever needs the database waits for it to come back, counted from the first failure: a line
 * that does not answer takes longer than this to fail.
 */
export class Patience {
  #until: number | undefined

  /** To be asked whenever something has failed. */
  get isOver(): boolean {
    const now = performance.now()
    this.#until ??= now + PATIENCE_MS
    return now > this.#until
  }
}

/** A pause before something is tried again: never the same for two that failed together. */
export function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** Settings of every connection of ours. */
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
 * node-postgres' pool as Kysely wants it, with what it leaves to its users: a commit that became a
 * rollback is an error; a connection that does not answer is closed; queries that only read are asked
 * again when their connection is lost; statements are prepared once; and the number of those who wait
 * for a connection is bounded.
 */
export class PatientPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #names = new Map<string, string>()
  #named = 0
  /** What each connection calls itself in its witness. */
  readonly #callNames = new WeakMap<pg.PoolClient, string>()
  readonly hungMs: number | undefined
  readonly leavesWitnesses: boolean
  /** Also those who pause before they try again: the pool knows nothing of them. */
  #waiting = 0

  constructor(url: string, options: PoolOptions, onTrouble: OnTrouble) {
    this.hungMs = options.hungMs
    this.leavesWitnesses = options.leavesWitnesses
    this.#pool = new pg.Pool({
      ...connectionOf(url),
      max: options.connections,
      // By a query: node-postgres leaves out a limit of 0, and a pooler may refuse them at the start.
      onConnect: async (connection) => {
        const text = limitsOf(options)
        await connection.query({ text, query_timeout: CONNECT_MS } as pg.QueryConfig)
      },
    })
    // Without listeners a database that is shut down would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (connection) => {
      connection.on('error', (error) => onTrouble('connectionLost', error))
    })
  }

  /** @throws the last error when the database has not come back in time */
  async connect(): Promise<PooledConnection> {
    return new PooledConnection(await this.take(), this)
  }

  /**
   * Runs one statement that is a transaction of its own, in one way there and back, and gives how many rows it has
   * stored: it depends on a row of `mark`, and has its values from the third on.
   * @throws CommitUnheard where the connection is lost
   */
  async store(text: string, values: readonly unknown[]): Promise<number> {
    const connection = await this.connect()
    try {
      return await connection.store(text, values)
    } finally {
      connection.release()
    }
  }

  /** A connection of node-postgres' own. */
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
   * The name of a prepared statement: the first texts to come have one. Lists are a text for each length
   * and may use the names up; what comes then is parsed each time.
   */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_STATEMENTS) return known
    const name = `s${this.#named++}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Has all statements prepared again, by other names, as what one of them gives has changed. What they were
   * prepared as before goes with each connection.
   * @param name of that statement, of which others may have said so already
   */
  prepareAgain(name: string | undefined): void {
    if ([...this.#names.values()].some((known) => known === name)) this.#names.clear()
  }

  /** What a connection calls itself in its witness: nobody else will ever. */
  callNameOf(connection: pg.PoolClient): string {
    const known = this.#callNames.get(connection)
    if (known !== undefined) return known
    const name = randomBytes(12).toString('hex')
    this.#callNames.set(connection, name)
    return name
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

// --- internal ---

const CONNECT_MS = 3000
const KEEP_ALIVE_MS = 10_000
const PATIENCE_MS = 6000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000
/** A process that was stopped in the middle of a transaction must not hold up the others. */
const IDLE_IN_TRANSACTION_MS = 5000
const MOST_WAITING = 2000
const MOST_STATEMENTS = 300

function limitsOf({ statementMs, lockMs }: PoolOptions): string {
  return `
    set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
}

const INT8 = 20

/** Keys, counts and instants come as numbers: none of ours is beyond what these hold. */
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)

class PooledConnection implements PostgresPoolClient {
  readonly #pool: PatientPool
  #connection: pg.PoolClient
  #isBroken = false
  #isReleased = false
  /** The transaction that is open. */
  #transaction: TransactionMark | undefined

  constructor(connection: pg.PoolClient, pool: PatientPool) {
    this.#connection = connection
    this.#pool = pool
  }

  // Kysely's interface also has cursors, which are not used here.
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

  /** Does nothing where there is none to give back, as another could not be had. */
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

  async store(text: string, values: readonly unknown[]): Promise<number> {
    const mark = this.#newMark()
    const { connection, token } = mark
    const query = { text: WITNESSED + text, values: [connection, token, ...values] }
    try {
      return (await this.#send(this.#named(query))).rowCount ?? 0
    } catch (error) {
      throw isConnectionLost(error) ? new CommitUnheard(mark, error) : error
    }
  }

  #newMark(): TransactionMark {
    const connection = this.#pool.callNameOf(this.#connection)
    return { connection, token: randomBytes(12).toString('hex') }
  }

  async #begin(): Promise<pg.QueryResult<never>> {
    const mark = this.#newMark()
    const text = this.#pool.leavesWitnesses ? beginWitnessed(mark) : BEGIN
    await this.#send({ text }).catch((error: unknown) => {
      // It may have begun, and is not rolled back by whoever could not begin it.
      this.#isBroken = true
      throw error
    })
    this.#transaction = mark
    return NOTHING
  }

  /** PostgreSQL answers the commit of a failed transaction with ROLLBACK, and without an error. */
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

  /** Where the connection is lost, the database rolls back by itself. */
  async #rollback(): Promise<pg.QueryResult<never>> {
    this.#transaction = undefined
    if (this.#isBroken) return NOTHING
    return this.#send({ text: 'rollback' }).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
      return NOTHING
    })
  }

  /** Asks, and once more where that failed and does no harm. */
  async #askAgain(query: pg.QueryConfig, isReading: boolean): Promise<pg.QueryResult<never>> {
    try {
      return await this.#send(query)
    } catch (error) {
      if (isPlanOutdated(error)) return this.#send(this.#named(query))
      if (!isReading || !isConnectionLost(error)) throw error
      // First, as all connections of the pool may be lost at once.
      this.release()
      this.#connection = await this.#pool.take()
      this.#isReleased = false
      this.#isBroken = false
      return this.#send(query)
    }
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult<never>> {
    const { hungMs } = this.#pool
    // Ending a connection with a query on its way destroys it, and the query fails.
    const giveUp = () => void this.#connection.end()
    const patience = hungMs === undefined ? undefined : setTimeout(giveUp, hungMs)
    try {
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

/** In one message, with the row that says that it was stored. Both texts are hexadecimal. */
function beginWitnessed({ connection, token }: TransactionMark): string {
  return `
    begin; insert into witnesses (connection, token, at)
    values ('${connection}', '${token}', (extract(epoch from now()) * 1000)::bigint)
    on conflict (connection) do update set token = excluded.token, at = excluded.at`
}

/**
 * What a witness says of a connection that was given up. A statement may still arrive on it: it must not be
 * stored after it was found not to be.
 */
export const GIVEN_UP = 'given up'

/** Before a statement that is a transaction of its own. There is no mark on a connection that was given up. */
const WITNESSED = `
  with mark as (
    insert into witnesses (connection, token, at)
    values ($1::text, $2::text, (extract(epoch from now()) * 1000)::bigint)
    on conflict (connection) do update set token = excluded.token, at = excluded.at
    where witnesses.token <> '${GIVEN_UP}'
    returning connection
  )`

const NOTHING: pg.QueryResult<never> = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
