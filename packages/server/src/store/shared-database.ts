import { createHmac, randomBytes } from 'node:crypto'
import type { GameId } from '@hokito/protocol'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { CHANNEL, NODE, readFact, SECRET_PRINT, writeFact } from './facts.ts'
import type { Tables } from './schema.ts'
import type { NodeId, Renewal, Shared, SharedTask } from './shared.ts'
import { shiftIn } from './shifts.ts'

/** The nodes of a database have different secrets. */
export class SecretDiffersError extends Error {
  constructor() {
    super('the nodes of this database have another secret')
  }
}

/** The tasks that nodes share in a PostgreSQL database. */
export class SharedDatabase implements Shared {
  readonly #database: Database
  readonly node: NodeId = randomBytes(8).toString('hex')
  readonly isFirst: boolean

  constructor(database: Database, isFirst: boolean) {
    this.#database = database
    this.isFirst = isFirst
  }

  async channel(): Promise<string> {
    return this.#fact(CHANNEL, `hokito-${randomBytes(12).toString('hex')}`)
  }

  async agreeOn(secret: string): Promise<void> {
    const print = createHmac('sha256', secret).update('the nodes of one Hokito').digest('hex')
    if (this.isFirst) await writeFact(this.#database.db, SECRET_PRINT, print)
    if ((await this.#fact(SECRET_PRINT, print)) !== print) throw new SecretDiffersError()
  }

  /**
   * In one statement if a node was present: in a transaction, a node that falls silent would keep
   * the heartbeat locked, and all others would be absent too.
   */
  async renewLease(start?: { readonly graceMs: number }): Promise<Renewal> {
    const at = start === undefined ? await this.#beatAtOnce() : undefined
    if (at === undefined) return this.#beatOrShift(start)
    const { db } = this.#database
    return { ...(await renewedIn(db, at)), stoodMs: 0 }
  }

  async leave(): Promise<void> {
    await sql`
      with gone as (delete from facts where name = ${NODE + this.node})
      update facts set value = ${NOW}::text where name = ${ALIVE_AT}
    `.execute(this.#database.db)
  }

  async claimDue(now: number, limit: number): Promise<readonly GameId[]> {
    const { rows } = await sql<{ id: GameId }>`
      with due as (
        select deadlines.game, games.id from deadlines
        join games on games.key = deadlines.game
        where deadlines.at <= ${now} and games.damage is null
        order by deadlines.at limit ${limit}
        for update of deadlines skip locked
      )
      update deadlines set at = ${now + CLAIM_MS} from due
      where deadlines.game = due.game returning due.id
    `.execute(this.#database.db)
    return rows.map(({ id }) => id)
  }

  async unlessOthersDo(task: SharedTask, run: () => Promise<void>): Promise<void> {
    const key = TASKS[task]
    // On one connection: the lock belongs to its session and ends with it.
    await this.#database.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ yes: boolean }>`
        select pg_try_advisory_lock(${LOCKS}, ${key}) as yes
      `.execute(connection)
      if (rows[0]?.yes !== true) return
      try {
        await run()
      } finally {
        await sql`select pg_advisory_unlock(${LOCKS}, ${key})`.execute(connection)
      }
    })
  }

  /**
   * Stores a heartbeat if one of any node was recent. Returns the database's time then; undefined
   * if none was.
   */
  async #beatAtOnce(): Promise<number | undefined> {
    const { rows } = await sql<{ at: number }>`
      with beat as (
        update facts set value = ${NOW}::text where name = ${ALIVE_AT} and case
          when value ~ '^[0-9]{1,15}$' then abs(${NOW} - value::bigint) <= ${ABSENT_MS}
        end
        returning value
      ), own as (
        insert into facts (name, value) select ${NODE + this.node}, value from beat
        on conflict (name) do update set value = excluded.value
      )
      select value::bigint as at from beat
    `
      .execute(this.#database.db)
      .catch((error: unknown) => {
        // The transaction that follows is repeated as long as it is worth while.
        if (!this.#database.isPassing(error)) throw error
        return { rows: [] }
      })
    return rows[0]?.at
  }

  #beatOrShift(start?: { readonly graceMs: number }): Promise<Renewal> {
    return this.#database.transact(async (transaction) => {
      const before = await lockedHeartbeat(transaction)
      const now = await nowIn(transaction)
      const stoodMs = before === undefined ? 0 : now - before
      const isOwed = Math.abs(stoodMs) > ABSENT_MS || (start !== undefined && this.isFirst)
      const shift = { fromAt: before ?? now, toAt: now + (start?.graceMs ?? 0) }
      if (before !== undefined && isOwed) await shiftIn(transaction, shift)
      await writeFact(transaction, ALIVE_AT, String(now))
      await writeFact(transaction, NODE + this.node, String(now))
      return {
        ...(await renewedIn(transaction, now)),
        stoodMs: before !== undefined && isOwed ? shift.toAt - shift.fromAt : 0,
      }
    })
  }

  async #fact(name: string, value: string): Promise<string> {
    const { db } = this.#database
    await db
      .insertInto('facts')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await readFact(db, name)) ?? value
  }
}

/** Keeps transactions of other nodes from checking names until this one ends. */
export async function holdNames(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS}, ${NAMES})`.execute(transaction)
}

// --- internal ---

const ALIVE_AT = 'aliveAt'

/** Longer than the interval between two heartbeats of a healthy node. */
const ABSENT_MS = 4000
/** A node that was alive this recently counts as present. */
const RECENT_MS = 3000
const FORGOTTEN_MS = 60_000
const CLAIM_MS = 1000

const LOCKS = 48_410
const TASKS: { readonly [T in SharedTask]: number } = {
  cleanup: 1,
  giveBack: 2,
  explore: 8,
  tournaments: 17,
  remind: 16,
  erase: 24,
  exhibition: 25,
}
const NAMES = 3

/**
 * The time of the last heartbeat of any node, locked until the transaction ends. Undefined before
 * the first one.
 */
async function lockedHeartbeat(transaction: Transaction<Tables>): Promise<number | undefined> {
  const now = await nowIn(transaction)
  // Only an existing row can be locked.
  const made = await transaction
    .insertInto('facts')
    .values({ name: ALIVE_AT, value: String(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  if (made.length > 0) return undefined
  const row = await transaction
    .selectFrom('facts')
    .select('value')
    .where('name', '=', ALIVE_AT)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return /^\d{1,15}$/.test(row.value) ? Number(row.value) : undefined
}

/** The database's time at this point of a statement. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

async function nowIn(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${NOW} as at`.execute(db)
  return rows[0]?.at ?? Date.now()
}

async function renewedIn(
  db: Kysely<Tables>,
  now: number,
): Promise<Pick<Renewal, 'nodes' | 'shifts'>> {
  return {
    nodes: await nodesIn(db, now),
    shifts: await db.selectFrom('shifts').selectAll().orderBy('key').execute(),
  }
}

async function nodesIn(db: Kysely<Tables>, now: number): Promise<readonly NodeId[]> {
  const rows = await db.selectFrom('facts').selectAll().where('name', 'like', `${NODE}%`).execute()
  const isOlder = (ms: number) => (row: (typeof rows)[number]) => Number(row.value) < now - ms
  const forgotten = rows.filter(isOlder(FORGOTTEN_MS)).map(({ name }) => name)
  if (forgotten.length > 0) {
    await db.deleteFrom('facts').where('name', 'in', forgotten).execute()
  }
  const isGone = isOlder(RECENT_MS)
  return rows.filter((row) => !isGone(row)).map(({ name }) => name.slice(NODE.length))
}
