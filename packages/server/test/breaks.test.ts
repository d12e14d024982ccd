import { type GameId, type Terms, turnOf } from '@hokito/protocol'
import { randomIndex, seededBytes } from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeToken, PASSWORD, post } from './helpers/account.ts'
import { breaksOf, endBreak, takeBreak } from './helpers/breaks.ts'
import { beginGame, commandId, Page } from './helpers/page.ts'
import { openMember } from './helpers/people.ts'
import { leave, moveIn, playTo } from './helpers/play.ts'
import { createTestDatabase } from './helpers/postgres.ts'
import { notifyOn, startPushService } from './helpers/push-service.ts'
import {
  ON_POSTGRES,
  startTestServer,
  type TestServer,
  UNLIMITED_ADDRESS,
} from './helpers/server.ts'
import { ServerProcess, wait } from './helpers/server-process.mjs'
import { ask } from './helpers/stranger.ts'

const DAY = 86_400_000
const DAYS: Partial<Terms> = { timeControl: { kind: 'correspondence', daysPerMove: 2 } }

/** Far from the end of the year, so that no days of the next year count. */
const IN_MARCH = {
  wall: () => Math.floor(Date.UTC(2027, 2) + performance.now()),
  monotonic: () => performance.now(),
}

let server: TestServer
const pages: Page[] = []
beforeEach(async () => {
  server = await startTestServer({ time: IN_MARCH })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
})

async function member(): Promise<Page> {
  const page = await openMember(server.url)
  pages.push(page)
  return page
}

/** A game of two members after four moves, with Black to move. */
async function begin(terms: Partial<Terms> = DAYS) {
  const [black, white] = [await member(), await member()]
  const game = await beginGame(black, white, terms)
  await playTo({ black, white, game }, 4)
  return { black, white, game }
}

/** Advances the clock, and waits until the server has checked all deadlines. */
async function passDays(days: number): Promise<void> {
  server.advance(days * DAY)
  await new Promise((resolve) => setTimeout(resolve, 400))
}

/** The deadline of the side to move, from the list of games. */
async function deadlineOf(page: Page, game: GameId): Promise<number> {
  const reply = await page.send({ type: 'myGames' })
  const summary = reply.ok ? reply.games.find(({ id }) => id === game) : undefined
  return summary?.deadline ?? expect.fail('no deadline')
}

describe('a break', () => {
  test('keeps a turn from running out, and both see in the game and in the list until when', async () => {
    const { black, white, game } = await begin()
    await passDays(1)
    const before = await deadlineOf(black, game)
    const taken = await takeBreak(black, 5)
    expect(taken).toMatchObject({ until: expect.any(Number), daysLeft: 9 })
    const until = (await breaksOf(black))?.until ?? expect.fail()
    for (const page of [black, white]) {
      const view = await page.sees(game, ({ breaks }) => breaks?.black === until)
      expect(view.clock.standsUntil).toBe(until)
      const reply = await page.send({ type: 'myGames' })
      expect(reply).toMatchObject({ games: [{ breaks: { black: until } }] })
    }
    expect(await deadlineOf(white, game)).toBe(before + 5 * DAY)
    await passDays(5)
    expect(black.view(game).ending).toBeUndefined()
    // The break is over, and as much time is left as when it began.
    expect(await breaksOf(black)).toEqual({ daysLeft: 9 })
    await passDays(0.9)
    expect(black.view(game).ending).toBeUndefined()
    await passDays(0.2)
    await black.sees(game, ({ ending }) => ending?.kind === 'timeout')
  })

  test('leaves the turns of others as they are, and those that begin in it stand', async () => {
    const { black, white, game } = await begin()
    await takeBreak(white, 4)
    await passDays(1)
    await moveIn(black, game)
    await white.sees(game, ({ moves }) => moves.length === 5)
    await passDays(4.5)
    expect(white.view(game).ending).toBeUndefined()
    await moveIn(white, game)
    await black.sees(game, ({ moves }) => moves.length === 6)
    await passDays(2.1)
    // The clock of Black's own turn has not stopped.
    await white.sees(game, ({ ending }) => ending?.winner === 'white')
  })

  test('can be ended before its time: the days that have begun are used, and the clock goes on', async () => {
    const { black, white, game } = await begin()
    await takeBreak(black, 14)
    expect(await takeBreak(black, 1)).toBe('onBreak')
    // Past the original deadline; the stored one is the deadline after the whole break.
    await passDays(2.5)
    expect(await endBreak(black)).toEqual({ daysLeft: 11 })
    expect(await endBreak(black)).toBe('notOnBreak')
    await white.sees(game, ({ clock }) => clock.standsUntil === undefined)
    await passDays(1.9)
    expect(black.view(game).ending).toBeUndefined()
    await passDays(0.2)
    await black.sees(game, ({ ending }) => ending?.kind === 'timeout')
  })

  test('comes too late after time has run out, even if no page has noticed', async () => {
    const { black, game } = await begin()
    // No sweep has run yet, because nothing was awaited in between.
    server.advance(2.1 * DAY)
    expect(await takeBreak(black, 3)).toMatchObject({ daysLeft: 11 })
    const view = await black.sees(game, ({ ending }) => ending !== undefined)
    expect(view).toMatchObject({ ending: { kind: 'timeout', winner: 'white' } })
    expect(view.breaks).toBeUndefined()
  })

  test('of both at the same time stands for each', async () => {
    const { black, white, game } = await begin()
    const both = await Promise.all([takeBreak(black, 3), takeBreak(white, 6)])
    expect(both).toMatchObject([{ daysLeft: 11 }, { daysLeft: 8 }])
    await black.sees(
      game,
      ({ breaks }) => breaks?.black !== undefined && breaks.white !== undefined,
    )
    await passDays(4.9)
    await moveIn(black, game)
    await white.sees(game, ({ moves }) => moves.length === 5)
    // One more day of the break, then two days of time.
    await passDays(2.9)
    expect(white.view(game).ending).toBeUndefined()
    await passDays(0.3)
    await white.sees(game, ({ ending }) => ending?.winner === 'black')
  })

  test('is taken once by two at once, and no more than fourteen days of them a year', async () => {
    const { black } = await begin()
    const twice = await Promise.all([takeBreak(black, 2), takeBreak(black, 2)])
    expect(twice.filter((one) => one === 'onBreak')).toHaveLength(1)
    expect(await breaksOf(black)).toMatchObject({ daysLeft: 12 })
    for (let n = 0; n < 5; n++) {
      await endBreak(black)
      await takeBreak(black, 2)
    }
    // Each break that is ended straight away has used one day.
    expect(await breaksOf(black)).toMatchObject({ daysLeft: 7 })
    await endBreak(black)
    expect(await takeBreak(black, 9)).toBe('noDaysLeft')
    expect(await takeBreak(black, 8)).toMatchObject({ daysLeft: 0 })
  })

  test('holds in games that begin meanwhile, also those that follow another', async () => {
    const { black, white, game } = await begin({ ...DAYS, games: 2 })
    const { until } = (await takeBreak(white, 7)) as { until: number }
    const begun = await beginGame(white, black, DAYS)
    expect(white.view(begun).breaks).toEqual({ black: until })
    expect(white.view(begun).clock.standsUntil).toBe(until)
    await black.command(game, 'resign')
    const { next } = await white.sees(game, (view) => view.next !== undefined)
    const second = await white.openGame(next ?? expect.fail())
    expect(second).toMatchObject({ breaks: { black: until }, clock: { standsUntil: until } })
    expect(turnOf(second)).toBe('black')
    const live = await beginGame(white, black)
    expect(white.view(live).breaks).toBeUndefined()
    await endBreak(white)
    for (const id of [begun, second.id]) {
      await black.openGame(id)
      await black.sees(id, ({ clock }) => clock.standsUntil === undefined)
    }
  })

  test('lasts until its instant however long the server is away, which nobody is charged for', async () => {
    const { black, game } = await begin()
    await takeBreak(black, 4)
    await passDays(1)
    await server.restart(2 * DAY)
    await black.signIn()
    await black.connect()
    await black.openGame(game)
    await passDays(2.9)
    expect((await black.openGame(game)).ending).toBeUndefined()
    await passDays(0.3)
    expect((await black.openGame(game)).ending).toMatchObject({ kind: 'timeout' })
  })

  test('is for people with accounts', async () => {
    const guest = await Page.open(server.url)
    pages.push(guest)
    expect(await takeBreak(guest, 1)).toBe('noAccount')
    expect(await takeBreak({ url: server.url, cookie: '' }, 1)).toBe('signedOut')
    const bot = await member()
    const token = await makeToken(bot, ['games:play'])
    const headers = { authorization: `Bearer ${token}` }
    await ask(`${server.url}/api/v1/account/bot`, { method: 'POST', headers })
    expect(await takeBreak(bot, 1)).toBe('forPeople')
    expect(await breaksOf(bot)).toBeUndefined()
    const { black } = await begin()
    for (const days of [0, 15, 1.5]) expect(await takeBreak(black, days)).toBe('badRequest')
  })

  test('goes with the account, and is in what its owner can save', async () => {
    const page = await member()
    await takeBreak(page, 2)
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: page.cookie },
    })
    expect(JSON.parse(body)).toMatchObject({ breaks: [{ since: expect.any(String) }] })
    const deleted = await post(page, 'delete', { password: PASSWORD })
    expect(deleted.status).toBe(200)
    const rows = await server.inStore((db) => db.selectFrom('breaks').selectAll().execute())
    expect(rows).toEqual([])
  })

  test('notifies the other player who is away, also when it ends before its time', async () => {
    await server.close()
    const service = await startPushService()
    server = await startTestServer({
      time: IN_MARCH,
      push: { hosts: [], contact: undefined, testOrigin: service.origin },
    })
    const { black, white, game } = await begin()
    const device = await notifyOn(white, service)
    await leave(white, black, game)
    const { until } = (await takeBreak(black, 3)) as { until: number }
    const about = { language: 'en', name: black.player.name, path: `/play/${game}` }
    await expect
      .poll(() => device.messagesIn(service))
      .toEqual([{ ...about, kind: 'break', until }])
    await endBreak(black)
    await expect.poll(() => device.messagesIn(service)[1]).toEqual({ ...about, kind: 'back' })
    await service.close()
  })

  test('is in the account and in all its games or nowhere, whenever the server is killed', async () => {
    const database = ON_POSTGRES ? await createTestDatabase() : undefined
    const options = database === undefined ? {} : { databaseUrl: database.url }
    const killed = await ServerProcess.prepare({ ...options, limits: UNLIMITED_ADDRESS })
    await killed.start()
    const bytes = seededBytes(16)
    try {
      for (let kill = 0; kill < 5; kill++) {
        const [black, white] = [await openMember(killed.url), await openMember(killed.url)]
        const games = [await beginGame(black, white, DAYS), await beginGame(white, black, DAYS)]
        const asked = takeBreak(black, 3).catch(() => undefined)
        await wait(5 + randomIndex(25, bytes))
        await killed.kill()
        for (const page of [black, white]) page.close()
        const answer = await asked
        await killed.start()
        const until = (await breaksOf(black))?.until
        if (answer !== undefined) expect(answer).toMatchObject({ until })
        await black.connect()
        for (const game of games) {
          const { breaks } = await black.openGame(game)
          expect(Object.values(breaks ?? {})).toEqual(until === undefined ? [] : [until])
        }
        black.close()
      }
    } finally {
      await killed.close()
      await database?.drop()
    }
  })

  test('appears in the API', async () => {
    const { black, game } = await begin()
    const { until } = (await takeBreak(black, 3)) as { until: number }
    const { body } = await ask(`${server.url}/api/v1/games/${game}`)
    expect(JSON.parse(body)).toMatchObject({ breaks: { black: new Date(until).toISOString() } })
  })

  test('does not keep an offer from being made and taken', async () => {
    const { black, white, game } = await begin()
    await takeBreak(black, 3)
    await white.sees(game, ({ breaks }) => breaks !== undefined)
    await white.command(game, 'offerDraw')
    const { offers } = await black.sees(game, (view) => view.offers.length === 1)
    const [offer] = offers
    const id = commandId()
    const ply = black.view(game).moves.length
    expect(
      await black.send({ type: 'acceptOffer', game, ply, id, offer: offer?.id ?? expect.fail() }),
    ).toMatchObject({ ok: true })
  })
})
