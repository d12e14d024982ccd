import { execFile, spawnSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { legalMoves } from '@hokito/rules'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import { exportGames, StartError } from '../src/index.ts'
import { DatabaseTime } from '../src/store/database-time.ts'
import { connect } from '../src/store/postgres.ts'
import { SHORT_QUERIES } from '../src/store/postgres-pool.ts'
import { describeOnPostgres } from './helpers/databases.ts'
import { Page, pairUp } from './helpers/page.ts'
import { moveIn, playTo } from './helpers/play.ts'
import { createTestDatabase } from './helpers/postgres.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import { FAKETIME, ServerProcess } from './helpers/server-process.mjs'
import { test } from './helpers/wired-database.ts'

/** The level of errors in pino. */
const ERROR = 50

/**
 * For tests that mostly wait. A test that polls uses its own `expect`, because the imported one
 * does not know which of the concurrent tests it is in.
 */
const AT_ONCE = { concurrent: true }

const ENDED = `
  select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

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
        await moveIn(black, game)
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

  test('opens no game for a page that is lost while the game is read', async ({ wire, expect }) => {
    const metricsToken = 'm'.repeat(32)
    const server = await startTestServer({ databaseUrl: wire.url, metricsToken })
    try {
      const { black, game } = await pairUp(server.url)
      await server.restart()
      const lost = await Page.open(server.url)
      wire.hold()
      lost.sendRaw({ type: 'openGame', game }).catch(() => undefined)
      const headers = { authorization: `Bearer ${metricsToken}` }
      const connections = async () => {
        const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
        return /^hokito_connections (\d+)/m.exec(metrics)?.[1]
      }
      await expect.poll(connections, { timeout: 60_000 }).toBe('1')
      lost.close()
      await expect.poll(connections, { timeout: 60_000 }).toBe('0')
      wire.mend()
      await black.connect()
      await black.openGame(game)
      expect(black.presence.get(game)?.watchers).toBe(0)
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
    const options = { logger, rhythm: OFTEN, houseLevels: [1, 2] }
    const server = await startTestServer({ databaseUrl: wire.url, ...options })
    try {
      const waits = () => lines.filter(({ msg }) => msg.includes('until the database is back'))
      // From now on two bots play for show.
      const shown = async () => (await (await fetch(`${server.url}/api/watch`)).json()).games
      await expect.poll(shown, { timeout: 60_000 }).toHaveLength(1)
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

  test('stores a move while as many questions as it has connections wait for a table', async ({
    made,
  }) => {
    const server = await startTestServer({ databaseUrl: made.url })
    const holder = new pg.Client(made.url)
    await holder.connect()
    try {
      const { black, game } = await pairUp(server.url)
      const [move] = legalMoves(black.position(game))
      await holder.query('begin; lock table players in access exclusive mode')
      const order: string[] = []
      const questions = Array.from({ length: SHORT_QUERIES.connections }, async (_, n) => {
        await fetch(`${server.url}/api/players/Player%20${n}`)
        order.push('question')
      })
      const waiting = `
        select 1 from pg_locks where not granted and relation = 'players'::regclass
          and database = (select oid from pg_database where datname = current_database())`
      await expect
        .poll(() => made.run(waiting), { timeout: 60_000 })
        .toHaveLength(SHORT_QUERIES.connections)
      expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
      order.push('move')
      await holder.query('rollback')
      await Promise.all(questions)
      expect(order[0]).toBe('move')
    } finally {
      await holder.end()
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
        await moveIn(player, table.game)
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
