import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from './database.ts'
import { readAliveAt, writeAliveAt } from './facts.ts'
import { parseJson } from './json.ts'
import type { Tables } from './schema.ts'

/** The server's clock went from one instant to another while nobody could play. */
export interface Shift {
  readonly key: number
  /** The latest event of all games at that time: a game owes the shift until it has a later one. */
  readonly afterEvent: number
  readonly fromAt: number
  /** Earlier than `fromAt` where the wall clock was put back. */
  readonly toAt: number
}

/**
 * The shifts that some running game may still owe. One row stands for all games, so that a start costs
 * the same however many there are. A game pays by an event of its own, after which it owes nothing: paying
 * twice is impossible whenever the server is killed.
 */
export class Shifts {
  readonly #database: Database
  #owed: readonly Shift[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** Those that were left by earlier runs. */
  async load(): Promise<void> {
    this.#owed = await this.#database.db.selectFrom('shifts').selectAll().orderBy('key').execute()
  }

  /**
   * When the server was last known to run: its sign of life, or the latest event where that cannot be
   * read. Undefined before its first start. An event is no better witness otherwise: after the wall clock
   * was put back, events of before lie ahead.
   */
  async lastAliveAt(): Promise<number | undefined> {
    return (await readAliveAt(this.#database.db)) ?? (await this.#latestEventAt())
  }

  /** Stores a shift with all that must change with it: every deadline, and the sign of life. */
  async add(change: Pick<Shift, 'fromAt' | 'toAt'>, aliveAt: number): Promise<void> {
    const shift = await this.#database.transact(async (transaction) => {
      await writeAliveAt(transaction, aliveAt)
      return shiftIn(transaction, change)
    })
    this.#owed = [...this.#owed, shift]
  }

  /** Takes over what is stored; says whether there is one among them that was not known here. */
  learn(stored: readonly Shift[]): boolean {
    const known = new Set(this.#owed.map(({ key }) => key))
    this.#owed = stored
    return stored.some(({ key }) => !known.has(key))
  }

  /** Milliseconds that a running game owes whose latest event has this key; below zero, time to take back. */
  owedBy(latestEvent: number): number {
    return this.#owed
      .filter(({ afterEvent }) => afterEvent >= latestEvent)
      .reduce((sum, { fromAt, toAt }) => sum + toAt - fromAt, 0)
  }

  /** The newest of them; undefined when nothing is owed. */
  get latest(): Shift | undefined {
    return this.#owed.at(-1)
  }

  /** Forgets the shifts up to one, which every running game has paid. */
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

/** Stores a shift within a transaction, and puts every deadline off by it. */
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

/** A deadline that never comes; the row stays, rather than being looked at for ever. */
export const NEVER = Number.MAX_SAFE_INTEGER

// --- internal ---

const datedSchema = z.looseObject({ at: z.int() })

/** When an event happened; undefined where its row is damaged, which is reported when its game is read. */
function instantIn(eventJson: string): number | undefined {
  return datedSchema.safeParse(parseJson(eventJson)).data?.at
}
