import { type Kysely, sql } from 'kysely'
import type { TimeSource } from '../ground/clock.ts'
import type { Tables } from './schema.ts'

/**
 * The clock of the database's machine. A server that continues its games on another machine with a
 * wrong clock must not charge the players for that. Between readings this uses the monotonic clock
 * of this process.
 */
export class DatabaseTime implements TimeSource {
  readonly #db: Kysely<Tables>
  readonly #timer: NodeJS.Timeout
  /** The difference between the database's clock and the monotonic clock. */
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

  /** Stops the readings. */
  close(): void {
    clearInterval(this.#timer)
  }

  /** Reads the clock again, in case this machine has slept and its monotonic clock with it. */
  async #readAgain(): Promise<void> {
    try {
      this.#offset = await offsetOf(this.#db)
    } catch {
      // Other queries report a database that cannot be read. The last reading remains in use.
    }
  }
}

// --- internal ---

const EVERY_MS = 60_000
const READINGS = 5

/** Uses the reading with the shortest round trip. */
async function offsetOf(db: Kysely<Tables>): Promise<number> {
  // On one connection that is already open, so that waiting for one does not count as part of the
  // round trip.
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
