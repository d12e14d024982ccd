import { err, type Result } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Runs a task in a transaction. If the task returns an error, nothing of it is stored. */
export async function attempt<T, E>(
  database: Pick<Database, 'transact'>,
  task: (transaction: Transaction<Tables>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await database.transact(async (transaction) => {
      const done = await task(transaction)
      if (!done.ok) throw new RolledBack(done.error)
      return done
    })
  } catch (error) {
    if (error instanceof RolledBack) return err(error.reason as E)
    throw error
  }
}

// --- internal ---

/** Thrown to make the database roll a transaction back, which it does for nothing else. */
class RolledBack extends Error {
  readonly reason: unknown

  constructor(reason: unknown) {
    super('rolled back by its task')
    this.reason = reason
  }
}
