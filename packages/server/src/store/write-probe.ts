import { err, ok, type Result } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { writeProbedAt } from './facts.ts'
import type { Tables } from './schema.ts'
import { isDiskFull, type WriteErrorCode, writeErrorCodeOf } from './write-error.ts'

/** Tests whether a database can be written, by writing at most once a second. */
export class WriteProbe {
  readonly #db: Kysely<Tables>
  readonly #folder: string | undefined
  #last: { readonly at: number; readonly result: Promise<Result<void, WriteErrorCode>> } | undefined

  /** @param folder the folder of the database; absent for one in memory */
  constructor(db: Kysely<Tables>, folder: string | undefined) {
    this.#db = db
    this.#folder = folder
  }

  canWrite(): Promise<Result<void, WriteErrorCode>> {
    const now = performance.now()
    if (this.#last === undefined || now - this.#last.at >= FRESH_MS) {
      this.#last = { at: now, result: this.#probe() }
    }
    return this.#last.result
  }

  async #probe(): Promise<Result<void, WriteErrorCode>> {
    try {
      await writeProbedAt(this.#db, Date.now())
      const isFull = this.#folder !== undefined && (await isDiskFull(this.#folder))
      return isFull ? err('diskFull') : ok(undefined)
    } catch (error) {
      return err(writeErrorCodeOf(error))
    }
  }
}

// --- internal ---

const FRESH_MS = 1000
