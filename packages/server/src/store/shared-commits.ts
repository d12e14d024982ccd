import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Reads and writes within the transaction that it is given; may be done over after a rollback. */
export type Task<T> = (transaction: Transaction<Tables>) => Promise<T>

/**
 * Does small tasks in commits that they share, one after another: those that arrive while a commit is on
 * its way go together into the next one, twenty at most, so that moves get their turn in between.
 */
export class SharedCommits {
  readonly #database: Database
  readonly #before: Task<void>
  #waiting: Waiting[] = []
  #isBusy = false

  /** @param before what is done in each commit before its tasks */
  constructor(database: Database, before: Task<void> = async () => undefined) {
    this.#database = database
    this.#before = before
  }

  /** Resolves with what the task gives once it is on the disk, or rejects with what it throws. */
  run<T>(task: Task<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settled = (value: unknown) => resolve(value as T)
      this.#waiting.push({ task, resolve: settled, reject })
      if (!this.#isBusy) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0) {
      // Whatever else has arrived in this turn may come along, and others have theirs.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#commit(this.#waiting.splice(0, LARGEST_BATCH))
    }
    this.#isBusy = false
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#database.transact(async (transaction) => {
        await this.#before(transaction)
        const done: unknown[] = []
        for (const { task } of batch) done.push(await task(transaction))
        return done
      })
      for (const [place, { resolve }] of batch.entries()) resolve(values[place])
    } catch (error) {
      if (batch.length === 1 || this.#database.isFailure(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One that fails must not take the others with it.
      for (const waiting of batch) await this.#commit([waiting])
    }
  }
}

// --- internal ---

/** Changing a name takes about as long as storing it does; many in one commit would hold up others. */
const LARGEST_BATCH = 20

interface Waiting {
  readonly task: Task<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
