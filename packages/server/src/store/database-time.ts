import { type Kysely, sql } from 'kysely'
import type { TimeSource } from '../ground/clock.ts'
import type { Tables } from './schema.ts'

/**
 * The time of a database's machine: a server that goes on with its games on another machine, whose clock
 * is wrong, must not charge anybody for that. Between readings it is the monotonic clock of this process.
 */
export class DatabaseTime implements TimeSource {
  readonly #db: Kysely<Tables>
  readonly #timer: NodeJS.Timeout
  /** What the monotonic clock lacks to the database's. */
  #offset: number

  private constructor(db: Kysely<Tables>, offset: number) {
    this.#db = db
    this.#offset = offset
    this.#timer = setInterval(() => void this.#readAgain(), EVERY_MS).unref()
  }

  /** Reads the database's clock for the first time. */
  static async read(db: Kysely<Tables>): Promise<DatabaseTime> {
    return new DatabaseTime(db, await offsetOf(db))
  }

  wall(): number {
    return performance.now() + this.#offset
  }

  monotonic(): number {
    return performance.now()
  }

  /** Reads it no more. */
  close(): void {
    clearInterval(this.#timer)
  }

  /** Only to find out that this machine has slept, and its monotonic clock with it. */
  async #readAgain(): Promise<void> {
    try {
      this.#offset = await offsetOf(this.#db)
    } catch {
      // A database that cannot be read is reported by all else; the last reading holds.
    }
  }
}

// --- internal ---

const EVERY_MS = 60_000
const READINGS = 5

/** By the reading that took the shortest time there and back. */
async function offsetOf(db: Kysely<Tables>): Promise<number> {
  // On one connection that is ours already: to wait for one is no part of the way there.
  return db.connection().execute(async (connection) => {
    let best = { tookMs: Number.POSITIVE_INFINITY, offset: 0 }
    for (let reading = 0; reading < READINGS; reading++) {
      const askedAt = performance.now()
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
      `.execute(connection)
      const tookMs = performance.now() - askedAt
      const [row] = rows
      if (row !== undefined && tookMs < best.tookMs) {
        best = { tookMs, offset: row.at - (askedAt + tookMs / 2) }
      }
    }
    return best.offset
  })
}
