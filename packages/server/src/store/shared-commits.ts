import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Reads and writes within the given transaction. May run again after a rollback. */
export type Task<T> = (transaction: Transaction<Tables>) => Promise<T>

/**
 * Runs small tasks in shared commits, one commit after another. Tasks that arrive during a commit
 * share the next one, at most twenty, so that moves get their turn in between.
 */
export class SharedCommits {
  readonly #database: Database
  readonly #before: Task<void>
  #waiting: Waiting[] = []
  #isBusy = false

  /** @param before runs in each commit before its tasks */
  constructor(database: Database, before: Task<void> = async () => undefined) {
    this.#database = database
    this.#before = before
  }

  /** Resolves with the task's result once it is on the disk, or rejects with its error. */
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
      // Let other tasks that arrived in this turn join the batch, and let other work have its turn.
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
      // One failing task must not make the others fail.
      for (const waiting of batch) await this.#commit([waiting])
    }
  }
}

// --- internal ---

/** Checking a rename takes about as long as storing it, so many in a commit would delay others. */
const LARGEST_BATCH = 20

interface Waiting {
  readonly task: Task<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
