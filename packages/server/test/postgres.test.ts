import { execFile, spawnSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { GameId } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { sql } from 'kysely'
import { pino } from 'pino'
import { test as base, expect } from 'vitest'
import { exportGames, StartError } from '../src/index.ts'
import { Journal } from '../src/live/journal.ts'
import { type Database, DatabaseInUseError } from '../src/store/database.ts'
import { DatabaseTime } from '../src/store/database-time.ts'
import { readFact, writeFact } from '../src/store/facts.ts'
import { GameStore } from '../src/store/game-store.ts'
import { NodeLock } from '../src/store/node-lock.ts'
import { connect, openPostgres } from '../src/store/postgres.ts'
import { isConnectionLost, TooManyWait } from '../src/store/postgres-errors.ts'
import { LONG_QUERIES, SHORT_QUERIES } from '../src/store/postgres-pool.ts'
import { describeOnPostgres } from './helpers/databases.ts'
import { ANNA, BERT, PlayedGame } from './helpers/decisions.ts'
import { gameId, playerId } from './helpers/ids.ts'
import { Page, pairUp } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { createTestDatabase, type TestDatabase } from './helpers/postgres.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import { FAKETIME, ServerProcess } from './helpers/server-process.ts'
import { openWire, type Wire } from './helpers/wire.ts'

/** The level of errors in pino. */
const ERROR = 50

interface Fixtures {
  /** Empty at first. */
  readonly made: TestDatabase
  /** The proxy in front of it. */
  readonly wire: Wire
  /** The same database, opened through the proxy. */
  readonly database: Database
}

/** Each test has a database of its own. */
const test = base.extend<Fixtures>({
  made: async ({ onTestFinished }, use) => {
    const made = await createTestDatabase('nothing')
    onTestFinished(() => made.drop())
    await use(made)
  },
  wire: async ({ made }, use) => {
    const wire = await openWire(made.url)
    await use(wire)
    await wire.close()
  },
  database: async ({ wire }, use) => {
    const database = await openPostgres(wire.url)
    await use(database)
    wire.mend()
    await database.close()
  },
})
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
      const keys = await journal.write({ games: [game(ONE)], events: [event(ONE, 1)] })
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
      const key = (await journal.write({ games: [game(ONE)] })).get(ONE) ?? 0
      wire.breakAt(EVENT, when)
      await journal.write({ events: [event(key, 1)] })
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
          .map((stored, index) => ({ game: of, version: index + 1, command: undefined, ...stored }))
          .slice(first)
      const keys = await journal.write({ games: [game(id)], events: eventsFrom(0, id) })
      const key = keys.get(id) ?? 0
      const color = 'white'
      const arrangement = '333333222222111111'
      await journal.write({ arrangements: [{ game: key, color, arrangement, version: 2 }] })
      played.ask(ANNA.id, { type: 'place', arrangement: '111111222222333333' })
      let statements = 0
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (++statements === nth) {
            const known = { white: arrangement }
            await journal.write({
              events: eventsFrom(2, key),
              arranged: [{ game: key, version: 3, known }],
            })
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

  test('stores what a line has lost that did not answer for longer than anybody waits', async ({
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

  test('turns away at once whoever comes when too many try to reach it', async ({
    wire,
    database,
  }) => {
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

  test('is for one server, until that is gone', async ({ made, database }) => {
    await expect(openPostgres(made.url)).rejects.toThrow(DatabaseInUseError)
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
  test('for what takes long let a statement take any time, whatever the database has been told', async ({
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

describeOnPostgres('a server on PostgreSQL', () => {
  test('loses no move of those that it was asked for while the line broke, and counts each once', async ({
    made,
    wire,
  }) => {
    const metricsToken = 'm'.repeat(32)
    const server = await startTestServer({ databaseUrl: wire.url, metricsToken })
    try {
      const table = await pairUp(server.url)
      await playTo(table, 2)
      for (const when of ['before', 'after'] as const) {
        const { black, white, game } = table
        const { moves } = black.view(game)
        wire.breakAt('moved', when)
        const [move] = legalMoves(black.position(game))
        expect(await black.move(game, move ?? expect.fail())).toMatchObject({ ok: true })
        await white.sees(game, (view) => view.moves.length === moves.length + 1)
        await playTo(table, moves.length + 2)
      }
      const { game, black } = table
      expect((await black.openGame(game)).moves).toHaveLength(6)
      const versions = await made.run('select game, version from events group by 1, 2')
      const [rows] = await made.run<{ count: string }>('select count(*) from events')
      expect(versions).toHaveLength(Number(rows?.count))
      const headers = { authorization: `Bearer ${metricsToken}` }
      const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
      for (const kind of ['connectionLost', 'transactionRepeated', 'commitUnheard']) {
        const counted = new RegExp(`^hokito_database_troubles_total{kind="${kind}"} [1-9]`, 'm')
        expect(metrics).toMatch(counted)
      }
    } finally {
      await server.close()
    }
  })

  test('says once in its log that PostgreSQL is away, and that as a warning', async ({
    wire,
    expect,
  }) => {
    const lines: { readonly level: number; readonly msg: string }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const logger = pino({ level: 'warn' }, { write })
    const server = await startTestServer({ databaseUrl: wire.url, logger, rhythm: OFTEN })
    try {
      const waits = () => lines.filter(({ msg }) => msg.includes('until the database is back'))
      wire.cut()
      await expect.poll(() => waits().length, { timeout: 60_000 }).toBe(1)
      // By then every repeated task has failed, some more than once.
      await wait(1000)
      wire.mend()
      const ready = async () => (await fetch(`${server.url}/readyz`)).status
      await expect.poll(ready, { timeout: 60_000 }).toBe(200)
      expect(waits()).toHaveLength(1)
      expect(lines.filter(({ level }) => level >= ERROR)).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('goes on when PostgreSQL was away while nobody played', async ({ made, wire }) => {
    const server = await startTestServer({ databaseUrl: wire.url })
    try {
      const table = await pairUp(server.url)
      await playTo(table, 2)
      wire.cut()
      await made.run(ENDED)
      wire.mend()
      await playTo(table, 6)
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' })
    } finally {
      await server.close()
    }
  })

  test('says why it is not ready while PostgreSQL cannot be reached', async ({ wire }) => {
    const server = await startTestServer({ databaseUrl: wire.url })
    try {
      wire.cut()
      const answer = await fetch(`${server.url}/readyz`)
      expect(await answer.json()).toEqual({ status: 'notReady', reason: 'unreachable' })
    } finally {
      wire.mend()
      await server.close()
    }
  })

  test('does not start where PostgreSQL cannot be reached or has no such database', async ({
    made,
    wire,
  }) => {
    const none = new URL(made.url)
    none.pathname = '/no_such_database'
    await expect(startTestServer({ databaseUrl: none.href })).rejects.toThrow(
      new StartError('databaseUnusable'),
    )
    wire.cut()
    await expect(startTestServer({ databaseUrl: wire.url })).rejects.toThrow(
      new StartError('databaseUnreachable'),
    )
  })
})

describeOnPostgres('the time of a server on PostgreSQL', () => {
  test('is read rightly also where every reading has to wait for a connection', async ({
    made,
  }) => {
    const db = connect(made.url, { ...SHORT_QUERIES, connections: 1 })
    let isOver = false
    const queue = Array.from({ length: 3 }, async () => {
      while (!isOver) await sql`select pg_sleep(0.2)`.execute(db)
    })
    const time = await DatabaseTime.read(db)
    isOver = true
    await Promise.all(queue)
    time.close()
    const askedAt = time.wall()
    const [row] = await made.run<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    // The database's instant lies between request and reply; half a round trip would be off.
    const at = row?.at ?? expect.fail()
    expect(at).toBeGreaterThan(askedAt - 50)
    expect(at).toBeLessThan(time.wall() + 50)
    await db.destroy()
  })

  test.skipIf(FAKETIME === undefined)(
    'is that of the database, and a clock that is wrong on its own machine costs nobody anything',
    async ({ made }) => {
      const server = await ServerProcess.prepare({ databaseUrl: made.url })
      try {
        await server.start()
        const { black, white, game } = await pairUp(server.url)
        await playTo({ black, white, game }, 4)
        await server.kill()
        // As on another machine that takes over.
        await server.setWall(86_400_000)
        await server.start()
        await black.connect()
        const { ending, clock } = await black.openGame(game)
        expect(ending).toBeUndefined()
        expect(Math.abs(clock.since - Date.now())).toBeLessThan(3_600_000)
      } finally {
        await server.close()
      }
    },
  )
})

const hasDump = spawnSync('pg_dump', ['--version']).status === 0

describeOnPostgres('a copy by PostgreSQL’s own tools', () => {
  test.skipIf(!hasDump)(
    'of a server that runs has its games and players, and goes on',
    async ({ made }) => {
      const server = await startTestServer({ databaseUrl: made.url })
      const table = await pairUp(server.url)
      await playTo(table, 4)
      const dump = join(server.folder, 'hokito.dump')
      const restored = await createTestDatabase('nothing')
      await promisify(execFile)('pg_dump', ['--format', 'custom', '--file', dump, made.url])
      await playTo(table, 6)
      await promisify(execFile)('pg_restore', [
        ...['--exit-on-error', '--no-owner', '--dbname', restored.url, dump],
      ])
      const other = await startTestServer({ databaseUrl: restored.url })
      try {
        const player = new Page(other.url)
        player.cookie = table.black.cookie
        await player.signIn()
        await player.connect()
        const { moves } = await player.openGame(table.game)
        expect(moves).toEqual(table.black.view(table.game).moves.slice(0, 4))
        const [move] = legalMoves(player.position(table.game))
        expect(await player.move(table.game, move ?? expect.fail())).toMatchObject({ ok: true })
        expect((await Page.open(other.url)).player.name).not.toBe('')
      } finally {
        await other.close()
        await server.close()
        await restored.drop()
      }
    },
  )
})

describeOnPostgres('an export', AT_ONCE, () => {
  test('says that PostgreSQL is not there also where its socket would be on this machine', async () => {
    const databaseUrl = 'postgres://hokito@%2Fno%2Fsuch%2Ffolder/hokito'
    expect(await exportGames({ databaseFile: undefined, databaseUrl })).toEqual({
      ok: false,
      error: { code: 'unreachable' },
    })
  })

  test.for([
    ['28P01', 'wrongPassword'],
    ['28000', 'wrongPassword'],
    ['3D000', 'noSuchDatabase'],
    ['42501', 'noRights'],
    ['XX000', 'notADatabase'],
  ] as const)('says what is wrong where PostgreSQL answers %s', async ([state, code]) => {
    const refusal = await openRefusal(state)
    try {
      const { url: databaseUrl } = refusal
      expect(await exportGames({ databaseFile: undefined, databaseUrl })).toEqual({
        ok: false,
        error: { code },
      })
    } finally {
      await refusal.close()
    }
  })

  test('says that there is no such database', async ({ made }) => {
    const none = new URL(made.url)
    none.pathname = '/no_such_database'
    expect(await exportGames({ databaseFile: undefined, databaseUrl: none.href })).toEqual({
      ok: false,
      error: { code: 'noSuchDatabase' },
    })
  })

  test('has all finished games of a server that runs, and leaves them as they are', async ({
    made,
    wire,
  }) => {
    expect(await exportGames({ databaseFile: undefined, databaseUrl: made.url })).toEqual({
      ok: false,
      error: { code: 'notADatabase' },
    })
    const server = await startTestServer({ databaseUrl: made.url })
    try {
      const [over] = await Promise.all([pairUp(server.url), pairUp(server.url)])
      await playTo(over, 3)
      await over.black.command(over.game, 'resign')
      const exports = await exportGames({ databaseFile: undefined, databaseUrl: made.url })
      if (!exports.ok) throw new Error(exports.error.code)
      const all = []
      for await (const exported of exports.value) all.push(exported)
      const hgn = await (await fetch(`${server.url}/api/games/${over.game}/hgn`)).text()
      expect(all).toEqual([{ text: hgn }])
      wire.cut()
      expect(await exportGames({ databaseFile: undefined, databaseUrl: wire.url })).toEqual({
        ok: false,
        error: { code: 'unreachable' },
      })
    } finally {
      await server.close()
    }
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

/** A server that refuses every client as PostgreSQL does, with this code. */
async function openRefusal(state: string): Promise<{ url: string; close(): Promise<void> }> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mno\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://anna:secret@127.0.0.1:${port}/hokito`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const ONE = gameId('one')
const PLAYERS = ['anna', 'bert'] as const

function game(id: GameId) {
  const [black, white] = PLAYERS
  return { id, black: playerId(black), white: playerId(white), createdAt: 0, secret: undefined }
}

const EVENT = 'something that happens'

function event(id: number | GameId, version: number) {
  return { game: id, version, command: undefined, event: { kind: EVENT } }
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
