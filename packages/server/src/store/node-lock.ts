import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf, pauseMs } from './postgres-pool.ts'
import type { OnTrouble } from './trouble.ts'

/**
 * Marks a PostgreSQL database as in use by this process, with an advisory lock on a connection of
 * its own. The database drops the lock with the connection. After a lost connection the lock is
 * taken again. No stored data depends on it: it keeps people from starting a second server by
 * mistake. Nodes that share a database hold the lock together. A server that wants the database
 * alone and one that would share it exclude each other. Among those that share it, the first has it
 * alone until it lets the others in, which wait for that.
 */
export class NodeLock {
  readonly #url: string
  readonly #onTrouble: OnTrouble
  readonly #isShared: boolean
  #wasFirst = false
  /** Does the first node keep the others waiting? */
  #isPreparing: boolean
  #isAlone = false
  #connection: pg.Client | undefined
  #isHeld = false
  #isTaken = false
  #isOver = false

  /** @param isShared whether other nodes that share the lock may hold it at the same time */
  constructor(url: string, onTrouble: OnTrouble, isShared = false) {
    this.#url = url
    this.#onTrouble = onTrouble
    this.#isShared = isShared
    this.#isPreparing = isShared
  }

  /** Was this node the first of those that share the lock? */
  get wasFirst(): boolean {
    return this.#wasFirst
  }

  /** Does this node hold the lock alone, and keep the others waiting? */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Does another process hold the lock, as far as is known? */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /**
   * Takes the lock. False if another process holds it, or if it was released meanwhile.
   * @throws Error when the database cannot be reached
   */
  async take(): Promise<boolean> {
    const connection = new pg.Client(connectionOf(this.#url))
    // node-postgres reports a broken connection twice, possibly before it is connected.
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      await connection.query(inTime(NOTICE_SOON))
      const isOurs = await this.#takeOn(connection)
      this.#isTaken = !isOurs
      // The lock may have been released during the request.
      this.#isHeld = isOurs && !this.#isOver
    } finally {
      if (!this.#isHeld) await connection.end().catch(() => undefined)
    }
    if (!this.#isHeld) return false
    this.#connection = connection
    const beat = setInterval(() => void this.#tryLine(connection), BEAT_MS).unref()
    connection.once('end', () => {
      clearInterval(beat)
      this.#isAlone = false
      void this.#takeAgain()
    })
    return true
  }

  /**
   * Lets in the other nodes that share the lock.
   * @throws Error when the connection breaks; that has let the others in too
   */
  async letOthersIn(): Promise<void> {
    this.#isPreparing = false
    if (!this.#isShared || !this.#isAlone || this.#connection === undefined) return
    await isYes(this.#connection, 'pg_advisory_unlock')
    this.#isAlone = false
  }

  /**
   * Releases the lock. It asks the database to drop it before it closes the connection: a
   * connection through a proxy ends here before it ends at the database.
   */
  async release(): Promise<void> {
    this.#isOver = true
    const connection = this.#isHeld ? this.#connection : undefined
    this.#isHeld = false
    await connection?.query(inTime('select pg_advisory_unlock_all()')).catch(() => undefined)
    await this.#connection?.end().catch(() => undefined)
  }

  async #takeOn(connection: pg.Client): Promise<boolean> {
    if (!this.#isShared) {
      this.#isAlone = await isYes(connection, 'pg_try_advisory_lock')
      return this.#isAlone
    }
    const until = performance.now() + PREPARING_MS
    for (let attempt = 0; attempt < ATTEMPTS; ) {
      const isAlone = await isYes(connection, 'pg_try_advisory_lock')
      const isOurs = await isYes(connection, 'pg_try_advisory_lock_shared')
      if (isAlone && !this.#isPreparing) await isYes(connection, 'pg_advisory_unlock')
      if (isOurs) {
        this.#wasFirst ||= isAlone
        this.#isAlone = isAlone && this.#isPreparing
        return true
      }
      // Processes that collide try again.
      const isPrepared = (await isBeingPrepared(connection)) && performance.now() < until
      if (!isPrepared) attempt++
      await wait(pauseMs(0))
    }
    return false
  }

  /**
   * Closes a connection that does not answer: PostgreSQL may have dropped it and given the lock to
   * another process.
   */
  async #tryLine(connection: pg.Client): Promise<void> {
    try {
      await connection.query(inTime('select 1'))
    } catch (error) {
      if (this.#isOver) return
      this.#onTrouble('lockLost', error)
      await connection.end().catch(() => undefined)
    }
  }

  async #takeAgain(): Promise<void> {
    this.#isHeld = false
    for (let attempt = 0; !this.#isOver; attempt++) {
      await wait(pauseMs(attempt), undefined, { ref: false })
      if (this.#isOver) return
      try {
        if ((await this.take()) || this.#isOver) return
        this.#onTrouble('lockLost', new Error('another process uses the database'))
      } catch (error) {
        this.#onTrouble('lockLost', error)
      }
    }
  }
}

// --- internal ---

/**
 * A machine that loses power sends nothing, and PostgreSQL would wait for it for two hours and keep
 * others out. With these settings it asks after ten seconds of silence, and gives up after another
 * fifteen.
 */
const NOTICE_SOON = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

const BEAT_MS = 10_000
const ANSWER_MS = 3000

/** A query with a timeout. */
function inTime(text: string, values: unknown[] = []): pg.QueryConfig {
  return { text, values, query_timeout: ANSWER_MS } as pg.QueryConfig
}

const ATTEMPTS = 10
/** How long to wait for another node that brings the schema up to date. */
const PREPARING_MS = 60_000

async function isYes(connection: pg.Client, ask: string): Promise<boolean> {
  const { rows } = await connection.query<{ yes: boolean }>(
    inTime(`select ${ask}($1) as yes`, [LOCK]),
  )
  return rows[0]?.yes === true
}

/**
 * Does another node that will share the lock hold it alone for now? Such a node holds both kinds of
 * lock.
 */
async function isBeingPrepared(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ yes: boolean }>(inTime(HELD_TWICE, [LOCK]))
  return rows[0]?.yes === true
}

const HELD_TWICE = `
  select count(*) > 1 as yes from pg_locks
  where locktype = 'advisory' and granted and classid::bigint << 32 | objid::bigint = $1
    and database = (select oid from pg_database where datname = current_database())`

/** An arbitrary number that no other program locks in its own database. */
const LOCK = 4_841_074_151_974
