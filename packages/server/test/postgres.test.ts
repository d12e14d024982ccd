import { setTimeout as wait } from 'node:timers/promises'
import type { GameId } from '@hokito/protocol'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { Journal } from '../src/live/journal.ts'
import type { Write } from '../src/live/writes.ts'
import { type Database, DatabaseInUseError } from '../src/store/database.ts'
import { readFact, writeFact } from '../src/store/facts.ts'
import { GameStore } from '../src/store/game-store.ts'
import { NodeLock } from '../src/store/node-lock.ts'
import { connect, openPostgres } from '../src/store/postgres.ts'
import { isConnectionLost, TooManyWait } from '../src/store/postgres-errors.ts'
import { LONG_QUERIES, SHORT_QUERIES } from '../src/store/postgres-pool.ts'
import { describeOnPostgres } from './helpers/databases.ts'
import { ANNA, BERT, PlayedGame } from './helpers/decisions.ts'
import { gameId, playerId } from './helpers/ids.ts'
import { write } from './helpers/journal.ts'
import type { TestDatabase } from './helpers/postgres.ts'
import { test } from './helpers/wired-database.ts'

/**
 * For tests that mostly wait. A test that polls uses its own `expect`, because the imported one
 * does not know which of the concurrent tests it is in.
 */
const AT_ONCE = { concurrent: true }

const ENDED = `
  select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

describeOnPostgres('a database of PostgreSQL', AT_ONCE, () => {
  test('does not pass off as stored what it has rolled back', async ({ database }) => {
    const stored = database.transact(async (transaction) => {
      await writeFact(transaction, 'lost', 'yes')
      await sql`select 1 / 0`.execute(transaction).catch(() => undefined)
    })
    await expect(stored).rejects.toThrow('rolled back')
    expect(await readFact(database.db, 'lost')).toBeUndefined()
  })

  test.for(['before', 'after'] as const)(
    'stores once what is committed while the line breaks %s the commit arrives',
    async (when, { made, wire, database }) => {
      await insertPlayers(database)
      const journal = new Journal(database)
      wire.breakAt('commit', when)
      const keys = await write(journal, [game(ONE), event(ONE, 1)])
      expect(wire.breaks).toBe(1)
      expect([...keys.keys()]).toEqual([ONE])
      expect(await made.run('select game, version from events')).toEqual([
        { game: String(keys.get(ONE)), version: '1' },
      ])
    },
  )

  test.for([
    ['before it arrives', 'before'],
    ['after it has arrived', 'after'],
    ['and it arrives late', 'late'],
  ] as const)(
    'stores once what is a commit of its own where the line breaks %s',
    async ([_, when], { made, wire, database }) => {
      await insertPlayers(database)
      const journal = new Journal(database)
      const key = (await write(journal, [game(ONE)])).get(ONE) ?? 0
      wire.breakAt(EVENT, when)
      await write(journal, [event(key, 1)])
      expect(wire.breaks).toBe(1)
      const stored = () => made.run('select game, version from events')
      expect(await stored()).toEqual([{ game: String(key), version: '1' }])
      if (when !== 'late') return
      // The journal found that the event was not stored, so it must not be stored now. From the
      // version it could not tell.
      await made.run('delete from events')
      await wire.arrive()
      expect(await stored()).toEqual([])
    },
  )

  test('is not believed that a transaction was stored whose number a crash has given to another', async ({
    made,
    wire,
    database,
    expect,
  }) => {
    let runs = 0
    wire.breakAt('commit', 'after')
    const written = database.transact((transaction) => {
      runs++
      return writeFact(transaction, 'once', String(runs))
    })
    while (wire.breaks === 0) await new Promise((resolve) => setImmediate(resolve))
    wire.hold()
    const stored = () => made.run(`select value from facts where name = 'once'`)
    await expect.poll(stored).toEqual([{ value: '1' }])
    // The state after a crash: another transaction has stored something under that number, and
    // nothing is left of this one.
    await made.run(`delete from facts where name = 'once'`)
    await made.run('delete from witnesses')
    wire.mend()
    await written
    expect(await stored()).toEqual([{ value: '2' }])
  })

  test('is waited for while it is gone for a moment', async ({ wire, database }) => {
    wire.cut()
    const written = database.transact((transaction) => writeFact(transaction, 'late', 'yes'))
    const read = readFact(database.db, 'late')
    setTimeout(() => wire.mend(), 300)
    await Promise.all([written, read])
    expect(await readFact(database.db, 'late')).toBe('yes')
    expect(await database.canWrite()).toMatchObject({ ok: true })
  })

  test('that ends all connections is asked again', async ({ made, database }) => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => readFact(database.db, String(n))))
    await made.run(ENDED)
    const reads = Array.from({ length: 20 }, (_, n) => readFact(database.db, String(n)))
    expect(await Promise.all(reads)).toEqual(reads.map(() => undefined))
    await database.transact((transaction) => writeFact(transaction, 'after', 'yes'))
    expect(await readFact(database.db, 'after')).toBe('yes')
  })

  test('that never answers is given up, and works again when it answers', async ({
    wire,
    database,
  }) => {
    await readFact(database.db, 'first')
    wire.hold()
    const written = database.transact((transaction) => writeFact(transaction, 'held', 'yes'))
    await expect(written).rejects.toThrow()
    expect(await database.canWrite()).toEqual({ ok: false, error: 'unreachable' })
    wire.mend()
    await database.transact((transaction) => writeFact(transaction, 'held', 'at last'))
    expect(await readFact(database.db, 'held')).toBe('at last')
  })

  test.for([1, 2])(
    'reads a game as sound that begins after statement %i',
    async (nth, { database }) => {
      await insertPlayers(database)
      const journal = new Journal(database)
      const played = new PlayedGame({ setup: { kind: 'placed' } })
      played.ask(BERT.id, { type: 'place', arrangement: '333333222222111111' })
      const { id } = played.game.view
      const eventsFrom = (first: number, of: number | GameId) =>
        played.stored
          .map((stored, index): Write => {
            const row = { game: of, version: index + 1, command: undefined, ...stored }
            return { kind: 'event', ...row }
          })
          .slice(first)
      const keys = await write(journal, [game(id), ...eventsFrom(0, id)])
      const key = keys.get(id) ?? 0
      const color = 'white'
      const arrangement = '333333222222111111'
      await write(journal, [{ kind: 'arrangement', game: key, color, arrangement, version: 2 }])
      played.ask(ANNA.id, { type: 'place', arrangement: '111111222222333333' })
      let statements = 0
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (++statements === nth) {
            const known = { white: arrangement }
            await write(journal, [...eventsFrom(2, key), { kind: 'arranged', game: key, known }])
          }
          return result
        },
      })
      const damages: string[] = []
      const store = new GameStore(db, (_, damage) => damages.push(damage))
      expect(await store.read(id)).toMatchObject({ kind: 'sound' })
      expect(damages).toEqual([])
    },
  )

  test('stores what was on a connection that did not answer for longer than any player waits', async ({
    wire,
    database,
  }) => {
    await readFact(database.db, 'first')
    wire.hold()
    const written = database.transact((transaction) => writeFact(transaction, 'held', 'yes'))
    setTimeout(() => wire.mend(), 6500)
    await written
    expect(await readFact(database.db, 'held')).toBe('yes')
  })

  test('says why what was to be read could not be read again', async ({ wire, database }) => {
    await readFact(database.db, 'first')
    wire.hold()
    const read = readFact(database.db, 'second')
    setTimeout(() => wire.cut(), 100)
    const error: unknown = await read.catch((reason: unknown) => reason)
    expect(isConnectionLost(error), String(error)).toBe(true)
  })

  test('refuses straight away when too many try to reach it', async ({ wire, database }) => {
    wire.cut()
    const read = (n: number) => readFact(database.db, String(n))
    const first = Array.from({ length: 2000 }, (_, n) => read(n))
    await wait(200)
    const others = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => read(n)))
    wire.mend()
    const refused = { status: 'rejected', reason: expect.any(TooManyWait) }
    expect(others).toEqual(others.map(() => refused))
    expect(await Promise.all(first)).toEqual(first.map(() => undefined))
  })

  test('is for one server, until that is gone', async ({ made, wire, database }) => {
    await expect(openPostgres(made.url)).rejects.toThrow(DatabaseInUseError)
    // As through a proxy: what has ended here has not yet ended at the database.
    wire.linger()
    await database.close()
    const again = await openPostgres(made.url)
    expect(await again.canWrite()).toMatchObject({ ok: true })
    await again.close()
  })

  test('lets another server in, and knows it, where its line does not answer', async ({
    made,
    wire,
    database,
    expect,
  }) => {
    wire.hold()
    const other = new NodeLock(made.url, expect.fail)
    try {
      await expect.poll(() => other.take(), { interval: 500, timeout: 60_000 }).toBe(true)
      wire.mend()
      const locked = { ok: false, error: 'locked' }
      await expect.poll(() => database.canWrite(), { timeout: 60_000 }).toEqual(locked)
    } finally {
      await other.release()
    }
  })

  test('says that it is not ours alone where another server has come in a moment of weakness', async ({
    made,
    wire,
    database,
    expect,
  }) => {
    wire.cut()
    const other = await untilItOpens(made.url)
    wire.mend()
    await database.transact((transaction) => writeFact(transaction, 'name', 'value'))
    const locked = { ok: false, error: 'locked' }
    await expect.poll(() => database.canWrite(), { timeout: 60_000 }).toEqual(locked)
    await other.close()
  })
})

describeOnPostgres('opening a database of PostgreSQL', () => {
  test('leaves no connection behind where it fails at the end', async ({ made, expect }) => {
    const name = new URL(made.url).pathname.slice(1)
    // Opening reads the database's clock last.
    await made.run(`
      create schema broken;
      create function broken.clock_timestamp() returns timestamptz language plpgsql
        as $$ begin raise exception 'no clock'; end $$;
      alter database ${name} set search_path = broken, pg_catalog`)
    await expect(openPostgres(made.url)).rejects.toThrow('no clock')
    await expect.poll(() => connections(made), { timeout: 60_000 }).toBe(0)
  })

  test('leaves no lock behind where it is given up meanwhile', async ({ made, expect }) => {
    const lock = new NodeLock(made.url, expect.fail)
    const taking = lock.take()
    await lock.release()
    expect(await taking).toBe(false)
    await expect.poll(() => connections(made), { timeout: 60_000 }).toBe(0)
  })
})

describeOnPostgres('connections to PostgreSQL', AT_ONCE, () => {
  test('for long work let a statement take any time, whatever limit the database has set', async ({
    made,
  }) => {
    await made.run(
      `alter database ${new URL(made.url).pathname.slice(1)} set statement_timeout = 100`,
    )
    const db = connect(made.url, LONG_QUERIES)
    try {
      // Longer than the timeout for an unresponsive connection elsewhere.
      const slow = sql<{ slept: string }>`select pg_sleep(7.5)::text as slept`.execute(db)
      expect((await slow).rows).toEqual([{ slept: '' }])
    } finally {
      await db.destroy()
    }
  })

  test('for everything else end a statement that takes too long', async ({ made }) => {
    const db = connect(made.url, { ...SHORT_QUERIES, statementMs: 50 })
    try {
      const slow = sql`select pg_sleep(5)`.execute(db)
      await expect(slow).rejects.toThrow('statement timeout')
    } finally {
      await db.destroy()
    }
  })
})

describeOnPostgres('statements that a pooler has dropped', () => {
  test('are prepared again', async ({ made }) => {
    await (await openPostgres(made.url)).close()
    const db = connect(made.url, { ...SHORT_QUERIES, connections: 1 })
    const read = () => db.selectFrom('facts').select('name').where('name', '=', 'one').execute()
    try {
      await db.insertInto('facts').values({ name: 'one', value: 'yes' }).execute()
      await read()
      await sql`deallocate all`.execute(db)
      expect(await read()).toEqual([{ name: 'one' }])
    } finally {
      await db.destroy()
    }
  })
})

describeOnPostgres('a table that gets another column', () => {
  test('is read whole and written as before, on every connection', async ({ made }) => {
    await (await openPostgres(made.url)).close()
    const db = connect(made.url, SHORT_QUERIES)
    const read = () => db.selectFrom('facts').selectAll().execute()
    const write = (name: string) =>
      db.insertInto('facts').values({ name, value: 'yes' }).returningAll().execute()
    const all = (round: string) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => [read(), write(`${round} ${n}`)]).flat())
    try {
      await all('before')
      await made.run('alter table facts add column next text')
      await all('after')
      expect((await read()).filter(({ name }) => /^(before|after) /.test(name))).toHaveLength(40)
    } finally {
      await db.destroy()
    }
  })

  test('does not disturb a transaction', async ({ made }) => {
    const database = await openPostgres(made.url)
    const both = () =>
      database.transact(async (transaction) => {
        await transaction.selectFrom('games').selectAll().execute()
        return transaction.selectFrom('facts').select('name').execute()
      })
    const before = await both()
    await made.run('alter table games add column next text')
    expect(await both()).toEqual(before)
    await database.close()
  })
})

// --- internal ---

/** The number of connections to the database besides the one that asks. */
async function connections(made: TestDatabase): Promise<number> {
  const [row] = await made.run<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  return row?.count ?? expect.fail()
}

const ONE = gameId('one')

const PLAYERS = ['anna', 'bert'] as const

function game(id: GameId): Write {
  const [black, white] = [playerId('anna'), playerId('bert')]
  return { kind: 'game', id, black, white, createdAt: 0, secret: undefined }
}

const EVENT = 'something that happens'

function event(id: number | GameId, version: number): Write {
  return { kind: 'event', game: id, version, command: undefined, event: { kind: EVENT } }
}

async function insertPlayers({ db }: Database): Promise<void> {
  const rows = PLAYERS.map((name) => ({ id: playerId(name), name, nameKey: name, createdAt: 0 }))
  await db.insertInto('players').values(rows).execute()
}

/** PostgreSQL notices a moment later that a connection is gone. */
async function untilItOpens(url: string): Promise<Database> {
  for (;;) {
    try {
      return await openPostgres(url)
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
    }
  }
}
