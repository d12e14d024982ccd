import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from './database.ts'
import { readAliveAt, writeAliveAt } from './facts.ts'
import { parseJson } from './json.ts'
import type { Tables } from './schema.ts'

/** The server's clock moved from one instant to another while nobody could play. */
export interface Shift {
  readonly key: number
  /**
   * The latest event of all games at that time. A game owes the shift until it has a later event.
   */
  readonly afterEvent: number
  readonly fromAt: number
  /** Earlier than `fromAt` if the wall clock was set back. */
  readonly toAt: number
}

/**
 * The shifts that a running game may still owe. One row stands for all games, so the cost of a
 * start does not depend on their number. A game pays with an event of its own, after which it owes
 * nothing. So it cannot pay twice, whenever the server is killed.
 */
export class Shifts {
  readonly #database: Database
  #owed: readonly Shift[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** Loads the shifts left by earlier runs. */
  async load(): Promise<void> {
    this.#owed = await this.#database.db.selectFrom('shifts').selectAll().orderBy('key').execute()
  }

  /**
   * When the server was last known to run: its recorded heartbeat, or the latest event if that is
   * unreadable. Undefined before its first start. Events alone are less reliable: after the wall
   * clock was set back, earlier events lie in the future.
   */
  async lastAliveAt(): Promise<number | undefined> {
    return (await readAliveAt(this.#database.db)) ?? (await this.#latestEventAt())
  }

  /**
   * Stores a shift together with the changes that belong to it: every deadline, and the heartbeat.
   */
  async add(change: Pick<Shift, 'fromAt' | 'toAt'>, aliveAt: number): Promise<void> {
    const shift = await this.#database.transact(async (transaction) => {
      await writeAliveAt(transaction, aliveAt)
      return shiftIn(transaction, change)
    })
    this.#owed = [...this.#owed, shift]
  }

  /** Adopts the stored shifts. Returns whether one of them was unknown here. */
  learn(stored: readonly Shift[]): boolean {
    const known = new Set(this.#owed.map(({ key }) => key))
    this.#owed = stored
    return stored.some(({ key }) => !known.has(key))
  }

  /**
   * Milliseconds owed by a running game whose latest event has this key; negative if time is to be
   * taken back.
   */
  owedBy(latestEvent: number): number {
    return this.#owed
      .filter(({ afterEvent }) => afterEvent >= latestEvent)
      .reduce((sum, { fromAt, toAt }) => sum + toAt - fromAt, 0)
  }

  /** The newest shift; undefined if nothing is owed. */
  get latest(): Shift | undefined {
    return this.#owed.at(-1)
  }

  /** Deletes the shifts up to this one, which every running game has paid. */
  async forget({ key }: Shift): Promise<void> {
    await this.#database.db.deleteFrom('shifts').where('key', '<=', key).execute()
    this.#owed = this.#owed.filter((shift) => shift.key > key)
  }

  async #latestEventAt(): Promise<number | undefined> {
    const row = await this.#database.db
      .selectFrom('events')
      .select('eventJson')
      .orderBy('key', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && instantIn(row.eventJson)
  }
}

/** Stores a shift within a transaction and moves every deadline by it. */
export async function shiftIn(
  transaction: Transaction<Tables>,
  change: Pick<Shift, 'fromAt' | 'toAt'>,
): Promise<Shift> {
  const latest = await transaction
    .selectFrom('events')
    .select((events) => events.fn.max('key').as('key'))
    .executeTakeFirst()
  await transaction
    .updateTable('deadlines')
    .set((deadline) => ({ at: deadline('at', '+', change.toAt - change.fromAt) }))
    .where('at', '<', NEVER)
    .execute()
  return transaction
    .insertInto('shifts')
    .values({ ...change, afterEvent: latest?.key ?? 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A deadline that never comes. The row stays, so that the game is not checked again and again. */
export const NEVER = Number.MAX_SAFE_INTEGER

// --- internal ---

const datedSchema = z.looseObject({ at: z.int() })

/**
 * When an event happened; undefined if its row is damaged, which is reported when its game is read.
 */
function instantIn(eventJson: string): number | undefined {
  return datedSchema.safeParse(parseJson(eventJson)).data?.at
}
