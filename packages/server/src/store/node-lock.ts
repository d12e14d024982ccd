import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf, pauseMs } from './postgres-pool.ts'
import type { OnTrouble } from './trouble.ts'

/**
 * Says that this process uses a database, on a connection of its own: the database itself drops it with
 * that connection. Where the line breaks it is taken again, as nothing that is stored depends on it:
 * it is there so that nobody starts a second server by mistake. Nodes that share a database hold the lock
 * together; a server that wants it alone, and one that would share it, keep each other out. Of those that share
 * it, whoever comes first has it alone until it lets the others in, who wait for that.
 */
export class NodeLock {
  readonly #url: string
  readonly #onTrouble: OnTrouble
  readonly #isShared: boolean
  #wasFirst = false
  /** Does whoever comes first keep the others waiting? */
  #isPreparing: boolean
  #isAlone = false
  #connection: pg.Client | undefined
  #isHeld = false
  #isTaken = false
  #isOver = false

  /** @param isShared whether others that share it too may have it at the same time */
  constructor(url: string, onTrouble: OnTrouble, isShared = false) {
    this.#url = url
    this.#onTrouble = onTrouble
    this.#isShared = isShared
    this.#isPreparing = isShared
  }

  /** Had nobody else got it, of those who share it, when it was first taken? */
  get wasFirst(): boolean {
    return this.#wasFirst
  }

  /** Has nobody else got it, and will nobody get it before the others are let in? */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Has another process got it, as far as is known? */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /**
   * Takes it; false where another process has it, or it has been released meanwhile.
   * @throws Error when the database cannot be reached
   */
  async take(): Promise<boolean> {
    const connection = new pg.Client(connectionOf(this.#url))
    // Node-postgres reports a line that breaks twice, and may do so before it is connected.
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      await connection.query(inTime(NOTICE_SOON))
      const isOurs = await this.#takeOn(connection)
      this.#isTaken = !isOurs
      // It may have been given up while it was on its way.
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
   * Lets those in who share it.
   * @throws Error when the line breaks; then others have been let in by that
   */
  async letOthersIn(): Promise<void> {
    this.#isPreparing = false
    if (!this.#isShared || !this.#isAlone || this.#connection === undefined) return
    await isYes(this.#connection, 'pg_advisory_unlock')
    this.#isAlone = false
  }

  /** Lets others have it. */
  async release(): Promise<void> {
    this.#isOver = true
    this.#isHeld = false
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
      // Others that come in between try again.
      const isPrepared = (await isBeingPrepared(connection)) && performance.now() < until
      if (!isPrepared) attempt++
      await wait(pauseMs(0))
    }
    return false
  }

  /** Ends a line that does not answer: PostgreSQL may have given it up, and let another process in. */
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
 * A machine that loses its power says nothing: PostgreSQL would wait for it for two hours, and keep others
 * out. So it asks after ten seconds of silence, and gives up after another fifteen.
 */
const NOTICE_SOON = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

const BEAT_MS = 10_000
const ANSWER_MS = 3000

/** A query that fails where no answer comes. */
function inTime(text: string, values: unknown[] = []): pg.QueryConfig {
  return { text, values, query_timeout: ANSWER_MS } as pg.QueryConfig
}

const ATTEMPTS = 10
/** How long others are waited for who bring the schema up to date. */
const PREPARING_MS = 60_000

async function isYes(connection: pg.Client, ask: string): Promise<boolean> {
  const { rows } = await connection.query<{ yes: boolean }>(
    inTime(`select ${ask}($1) as yes`, [LOCK]),
  )
  return rows[0]?.yes === true
}

/** Does somebody have it alone who will share it? That one has it in both ways. */
async function isBeingPrepared(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ yes: boolean }>(inTime(HELD_TWICE, [LOCK]))
  return rows[0]?.yes === true
}

const HELD_TWICE = `
  select count(*) > 1 as yes from pg_locks
  where locktype = 'advisory' and granted and classid::bigint << 32 | objid::bigint = $1
    and database = (select oid from pg_database where datname = current_database())`

/** Any number that no other program locks in a database of its own. */
const LOCK = 4_841_074_151_974
