import { type GameView, gameIdSchema } from '@hokito/protocol'
import { byColor } from '@hokito/rules'
import { test as base, describe, expect, vi } from 'vitest'
import { giveOrder, SYSTEM_TIME } from '../../src/index.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { teach } from '../helpers/classes.ts'
import { startSending } from '../helpers/letters.ts'
import { startMailServer } from '../helpers/mail-server.ts'
import { Page, pairUp } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { playTo } from '../helpers/play.ts'
import { seedGames } from '../helpers/seed.mjs'
import { OFTEN, UNLIMITED_ADDRESS } from '../helpers/server.ts'
import { FAKETIME, ServerProcess, wait } from '../helpers/server-process.mjs'

const HOUR_MS = 3_600_000
/** What a test allows for a busy machine; far less than the fault cost. */
const SLACK_MS = 20_000

// Processes are started and stopped many times.
vi.setConfig({ testTimeout: 180_000 })

/** Each test has its own server, and mostly waits for it, so several run at the same time. */
const test = base.extend<{ readonly server: ServerProcess }>({
  server: async ({ onTestFinished }, use) => {
    const server = await ServerProcess.prepare()
    onTestFinished(() => server.close())
    await use(server)
  },
})
const AT_ONCE = { concurrent: true }

/** Skipped without the library, except in CI, which must run everything. */
const testWithWall = test.skipIf(FAKETIME === undefined && process.env.CI !== 'true')

describe('a jump of the wall clock', AT_ONCE, () => {
  testWithWall.for([HOUR_MS, -HOUR_MS])(
    'S11: by %d ms ends no running game and gives no time away',
    async (jump, { server }) => {
      await server.start()
      const table = await pairUp(server.url, {
        timeControl: { kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 },
      })
      const { black, game } = table
      await playTo(table, 4)
      await server.setWall(jump)
      // The mover's own thinking time, and many sweeps of the deadlines.
      await wait(3000)
      expect((await black.openGame(game)).ending).toBeUndefined()
      await playTo(table, 6)
      expectCharged(black.view(game), { black: 60_000 - 1000, white: 60_000 })
    },
  )

  testWithWall.for([HOUR_MS, -HOUR_MS])(
    'S11: by %d ms while the server is down costs nobody anything',
    async (jump, { server }) => {
      await server.start()
      const table = await pairUp(server.url, {
        timeControl: { kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 },
      })
      const { black, white, game } = table
      await playTo(table, 5)
      await server.kill()
      await server.setWall(jump)
      await server.start()
      await Promise.all([black.connect(), white.connect()])
      await Promise.all([black.openGame(game), white.openGame(game)])
      // Longer than the seconds that a restart adds for the side to move.
      await wait(5500)
      await playTo(table, 8)
      expectCharged(black.view(game), { black: 60_000, white: 60_000 - 1000 })
    },
  )
})

describe('a wall clock that is put back while the server is down', () => {
  test('lets accounts change names, give addresses and ask to teach as soon as the rules say', async () => {
    let putBack = 0
    const time = { ...SYSTEM_TIME, wall: () => SYSTEM_TIME.wall() - putBack }
    const mails = await startMailServer()
    const limits = { ...UNLIMITED_ADDRESS, mailAccountAgeMs: HOUR_MS }
    const server = await startSending(mails.url, { time, limits, rhythm: OFTEN })
    const [one, other] = [await openMember(server.url), await openMember(server.url)]
    const change = (page: Page, name: string) => post(page, 'name', { name })
    expect((await change(other, 'Returning')).status).toBe(200)
    const ask = { type: 'ask', purpose: 'club', school: 'Tartu Club' }
    await teach(one, ask, '/ask')
    const about = { name: one.player.name, why: 'Unknown', admin: 'x' }
    const refused = await giveOrder(server.source, { kind: 'refuseTeacher', ...about }, () => 0)
    expect(refused).toMatchObject({ ok: true })
    await server.restart(0, async () => {
      putBack = 400 * 24 * HOUR_MS
    })
    const asked = await teach(one, ask, '/ask')
    expect(asked.refusal?.retryAfterMs).toBeLessThanOrEqual(30 * 24 * HOUR_MS)
    const wish = { address: 'back@example.org', language: 'en', proof: { password: PASSWORD } }
    const early = await post(one, 'mail-add', wish)
    expect(early.refusal).toMatchObject({ code: 'mailTooSoon' })
    expect(early.refusal?.retryAfterMs).toBeLessThanOrEqual(HOUR_MS)
    const soon = await change(other, 'Returned')
    expect(soon.refusal).toMatchObject({ code: 'renameTooSoon' })
    expect(soon.refusal?.retryAfterMs).toBeLessThanOrEqual(30 * 24 * HOUR_MS)
    expect((await change(one, 'Never Renamed')).status).toBe(200)
    for (const page of [one, other]) page.close()
    await server.close()
    await mails.close()
  })
})

describe('a server that was stopped in the middle of a game', AT_ONCE, () => {
  test('S11: charges nobody for it, and tells pages the time again', async ({ server }) => {
    await server.start()
    const table = await pairUp(server.url, {
      timeControl: { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 },
    })
    const { black, white, game } = table
    await playTo(table, 4)
    const welcomes = () => white.told.filter(({ event }) => event === 'welcome').length
    const before = welcomes()
    await wait(3000)
    // More than the time that Black has left.
    await server.freeze(8000)
    await playTo(table, 5)
    await white.sees(game, ({ moves }) => moves.length === 5)
    await white.hear('welcome', () => welcomes() > before)
    expect(black.view(game).ending).toBeUndefined()
    expect(black.view(game).clock.remainingMs.black).toBeLessThan(10_000 - 1000)
  })
})

describe('a start with many running games', AT_ONCE, () => {
  test('S11: charges nobody, though the server was down for an hour', async ({ server }) => {
    const ids = await seeded(server, 2000)
    await server.start()
    const page = await Page.open(server.url)
    for (const id of [ids[0], ids[1000], ids[1999]]) {
      const view = await page.openGame(gameIdSchema.parse(id))
      expect(view.ending).toBeUndefined()
      expectCharged(view, { black: 60_000, white: 60_000 })
    }
    await settled(server)
    expect(runningGames(server)).toBe(2000)
  })

  test('S11: gives back once what a server owes that is killed while it does', async ({
    server,
  }) => {
    await seeded(server, 600)
    for (const lifeMs of [0, 1100, 30, 1300, 1150]) {
      await server.start()
      await wait(lifeMs)
      await server.kill()
    }
    await server.start()
    await settled(server)
    const given = query<{ ms: number }>(
      server,
      `select sum(json_extract("eventJson", '$.ms')) as ms from events
       where json_extract("eventJson", '$.kind') = 'paused' group by game`,
    )
    expect(given).toHaveLength(600)
    // Nobody moved in them, so each was owed the same time, whether in one event or in several.
    expect(new Set(given.map(({ ms }) => ms)).size).toBe(1)
    expect(given[0]?.ms).toBeGreaterThanOrEqual(HOUR_MS)
    expect(runningGames(server)).toBe(600)
  })

  test('S11: an unreadable heartbeat is no reason to end them', async ({ server }) => {
    const ids = await seeded(server, 3)
    const sqlite = new Sqlite(server.databaseFile)
    sqlite.prepare("update facts set value = 'never' where name = 'aliveAt'").run()
    sqlite.close()
    await server.start()
    const page = await Page.open(server.url)
    const view = await page.openGame(gameIdSchema.parse(ids[0]))
    expect(view.ending).toBeUndefined()
    expectCharged(view, { black: 60_000, white: 60_000 })
  })
})

// --- internal ---

/** Games of a minute a side that were left an hour ago; the server is not running. */
async function seeded(server: ServerProcess, count: number): Promise<readonly string[]> {
  await server.start()
  await server.kill()
  return seedGames(server.databaseFile, {
    count,
    at: Date.now() - HOUR_MS,
    timeControl: { kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 },
  })
}

/** Nobody has more time than this, nor much less. */
function expectCharged(view: GameView, most: Readonly<Record<'black' | 'white', number>>): void {
  byColor((color) => {
    expect(view.clock.remainingMs[color]).toBeLessThanOrEqual(most[color])
    expect(view.clock.remainingMs[color]).toBeGreaterThan(most[color] - SLACK_MS)
  })
}

function query<T>(server: ServerProcess, sql: string): readonly T[] {
  const sqlite = new Sqlite(server.databaseFile, { readonly: true })
  try {
    return sqlite.prepare(sql).all() as readonly T[]
  } finally {
    sqlite.close()
  }
}

function runningGames(server: ServerProcess): number {
  return query(server, 'select key from games where "endedAt" is null').length
}

/** Waits until every game has been given its owed time. */
async function settled(server: ServerProcess): Promise<void> {
  const deadline = performance.now() + 120_000
  while (query(server, 'select key from shifts').length > 0) {
    if (performance.now() > deadline) throw new Error('what is owed was never given back')
    await wait(50)
  }
}
