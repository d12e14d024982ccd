import { nodesOfLevel } from '@hokito/engine'
import {
  DAILY_GRACE_MS,
  type DailyTry,
  dailyMovesSchema,
  dailyTableSchema,
  dayAfter,
  dayAt,
  type HttpRefusal,
  httpRefusalSchema,
} from '@hokito/protocol'
import { formatMove, legalMoves, outcome, transformMove, transformPosition } from '@hokito/rules'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fold } from '../src/game/fold.ts'
import { Turns } from '../src/limiting/turns.ts'
import { type DailyPlayer, nth, positionAfter, startDailyPlayer } from './helpers/daily.ts'
import { describeOnNodes, startClub } from './helpers/nodes.ts'
import type { Page } from './helpers/page.ts'
import { doTo, openMember } from './helpers/people.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { newGuest } from './helpers/stranger.ts'

const NOON = Date.UTC(2027, 2, 1, 12)
const DAY = dayAt(NOON)
const TIME = { wall: () => NOON, monotonic: () => performance.now() }
const DAY_MS = 86_400_000

let computer: DailyPlayer
let right: DailyTry
let other: DailyTry
beforeAll(async () => {
  computer = await startDailyPlayer()
  right = await computer.playOut(DAY, 2)
  other = await computer.playOut(DAY, 2, nth(3))
})
afterAll(() => computer.close())

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ time: TIME })
})
afterEach(() => server.close())

interface Told {
  readonly status: number
  readonly body: unknown
}

async function send(cookie: string, attempt: unknown, url = server.url): Promise<Told> {
  const response = await fetch(`${url}/api/daily`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(attempt),
  })
  return { status: response.status, body: await response.json() }
}

async function read(path: string, cookie = ''): Promise<Told> {
  const response = await fetch(`${server.url}/api/daily/${path}`, { headers: { cookie } })
  return { status: response.status, body: await response.json() }
}

async function refusalOf(cookie: string, attempt: unknown): Promise<HttpRefusal> {
  const { status, body } = await send(cookie, attempt)
  expect(status).toBeGreaterThanOrEqual(400)
  return httpRefusalSchema.parse(body)
}

function marginOf(attempt: DailyTry): number {
  const { score } = outcome(positionAfter(attempt)) ?? expect.fail('not over')
  return score.black - score.white
}

describe('a game of the day', () => {
  test('counts once it is found right, and again where it is sent again, after a restart too', async () => {
    const cookie = await newGuest(server.url)
    const counted = { status: 'counted', margin: marginOf(right), place: 1, count: 1 }
    expect(await send(cookie, right)).toEqual({ status: 200, body: counted })
    expect(await send(cookie, right)).toEqual({ status: 200, body: counted })
    await server.restart()
    expect(await send(cookie, right)).toEqual({ status: 200, body: counted })
  })

  test('counts once a level: another game of it is refused, another level is not', async () => {
    const cookie = await newGuest(server.url)
    await send(cookie, right)
    expect(await refusalOf(cookie, other)).toEqual({ code: 'alreadyTried' })
    expect((await send(cookie, await computer.playOut(DAY, 1))).status).toBe(200)
  })

  test('counts once of two that are sent at the same time', async () => {
    const cookie = await newGuest(server.url)
    const told = await Promise.all([send(cookie, right), send(cookie, other), send(cookie, right)])
    expect(told.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const { body } = await read(`${DAY}?level=2`)
    expect(dailyTableSchema.parse(body).count).toBe(1)
  })

  test('is refused where a computer’s move is forged, with the place', async () => {
    const cookie = await newGuest(server.url)
    const forged = await forgedEndOf(right)
    expect(await refusalOf(cookie, forged.attempt)).toEqual({
      code: 'otherMoves',
      ply: forged.ply,
    })
    // The forged game is still refused, and the true one still counts.
    expect(await refusalOf(cookie, forged.attempt)).toMatchObject({ code: 'otherMoves' })
    expect((await send(cookie, right)).status).toBe(200)
  })

  test('is refused where it was played against a weaker or a stronger level', async () => {
    const cookie = await newGuest(server.url)
    const weak = await computer.playOut(DAY, 1)
    expect(await refusalOf(cookie, { ...weak, level: 7 })).toMatchObject({ code: 'otherMoves' })
    const strong = await computer.playOut(DAY, 7)
    expect(await refusalOf(cookie, { ...strong, level: 1 })).toMatchObject({ code: 'otherMoves' })
  })

  test('is refused where it is not a game, or not a whole one, or of another beginning', async () => {
    const cookie = await newGuest(server.url)
    const unfinished = { ...right, moves: right.moves.slice(0, -1) }
    expect(await refusalOf(cookie, unfinished)).toEqual({ code: 'unfinishedGame' })
    const broken = { ...right, moves: [...right.moves.slice(0, 4), 'a1a1', 'a1a2'] }
    expect(await refusalOf(cookie, broken)).toEqual({ code: 'illegalGame', ply: 4 })
    const yesterday = await computer.playOut(dayAfter(DAY, -1), 2)
    const moved = await refusalOf(cookie, { ...yesterday, day: DAY })
    expect(['illegalGame', 'unfinishedGame', 'otherMoves']).toContain(moved.code)
  })

  test('is refused on days that have not begun, are long over, or never were', async () => {
    const cookie = await newGuest(server.url)
    const on = (day: string) => refusalOf(cookie, { ...right, day })
    expect(await on(dayAfter(DAY, 1))).toEqual({ code: 'futureDay' })
    expect(await on(dayAfter(DAY, -3))).toEqual({ code: 'closedDay' })
    expect(await on('2026-11-22')).toEqual({ code: 'closedDay' })
    expect(await on('2027-02-30')).toEqual({ code: 'badRequest' })
  })

  test('is taken until two days after its day, and not later', async () => {
    const [early, late] = [await newGuest(server.url), await newGuest(server.url)]
    server.advance(DAY_MS / 2 + DAILY_GRACE_MS - 60_000)
    expect((await send(early, right)).status).toBe(200)
    server.advance(60_000)
    expect(await refusalOf(late, right)).toEqual({ code: 'closedDay' })
    // A player who did not receive the reply may send the counted game again.
    expect((await send(early, right)).status).toBe(200)
  })

  test('is refused from nobody, from another site, and where it is no game at all', async () => {
    expect(await refusalOf('', right)).toEqual({ code: 'signedOut' })
    const cookie = await newGuest(server.url)
    for (const wrong of [
      {},
      { ...right, level: 11 },
      { ...right, moves: [] },
      { ...right, x: 1 },
    ]) {
      expect(await refusalOf(cookie, wrong)).toEqual({ code: 'badRequest' })
    }
    const response = await fetch(`${server.url}/api/daily`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: JSON.stringify(right),
    })
    expect(await response.json()).toEqual({ code: 'wrongOrigin' })
  })
})

describe('the table of a day', () => {
  test('has the best first, shared places for equals, and always the player’s own row', async () => {
    const games = await Promise.all([0, 3, 5, 8].map((n) => computer.playOut(DAY, 2, nth(n))))
    const cookies = await Promise.all(games.map(() => newGuest(server.url)))
    const twin = await newGuest(server.url)
    for (const [n, game] of games.entries()) await send(cookies[n] ?? '', game)
    await send(twin, games[1])
    const margins = [...games, games[1] ?? expect.fail()].map(marginOf).sort((a, b) => b - a)
    const own = cookies[3] ?? ''
    const { body } = await read(`${DAY}?level=2`, own)
    const table = dailyTableSchema.parse(body)
    expect(table.count).toBe(5)
    expect(table.rows.map(({ margin }) => margin)).toEqual(margins)
    expect(table.rows.map(({ place }) => place)).toEqual(
      margins.map((margin) => 1 + margins.indexOf(margin)),
    )
    const mine = marginOf(games[3] ?? expect.fail())
    expect(table.own).toEqual({ margin: mine, place: 1 + margins.indexOf(mine) })
    expect(table.rows.filter(({ isOwn }) => isOwn)).toMatchObject([{ margin: mine }])
    expect(table.rows.every(({ name }) => name !== undefined)).toBe(true)
    expect((await read(`${DAY}?level=3`, own)).body).toEqual({ rows: [], count: 0 })
  })

  test('has those first whom one follows, with their places among all', async () => {
    const games = await Promise.all([0, 3, 5].map((n) => computer.playOut(DAY, 2, nth(n))))
    const [asker, friend, other] = await Promise.all(games.map(() => openMember(server.url)))
    if (asker === undefined || friend === undefined || other === undefined) return expect.fail()
    for (const [n, page] of [asker, friend, other].entries()) await send(page.cookie, games[n])
    const tableFor = async (page: Page) =>
      dailyTableSchema.parse((await read(`${DAY}?level=2`, page.cookie)).body)
    expect((await tableFor(asker)).followed).toBeUndefined()
    await doTo(asker, 'follow', { name: friend.player.name, isOn: true })
    const { rows, followed } = await tableFor(asker)
    const own = [asker, friend].map(({ player }) => player.name)
    expect(rows).toHaveLength(3)
    expect(followed).toEqual(rows.filter(({ name }) => name !== undefined && own.includes(name)))
    expect((await tableFor(friend)).followed).toBeUndefined()
    for (const page of [asker, friend, other]) page.close()
  })

  test.each([`${DAY}`, `${DAY}?level=0`, '2027-02-30?level=1', 'x?level=1'])(
    'is not there for %s',
    async (path) => {
      expect(await read(path)).toEqual({ status: 400, body: { code: 'badRequest' } })
    },
  )
})

describe('what others played', () => {
  test('is shown only after the player’s own try, until the day is closed', async () => {
    const [player, curious] = [await newGuest(server.url), await newGuest(server.url)]
    await send(player, right)
    const path = `${DAY}/moves`
    const told = { moves: [{ move: right.moves[0], count: 1, average: marginOf(right) }] }
    expect(await read(path, player)).toEqual({ status: 200, body: told })
    const notTried = { status: 403, body: { code: 'notTried' } }
    expect(await read(path, curious)).toEqual(notTried)
    expect(await read(path)).toEqual(notTried)
    server.advance(DAY_MS / 2 + DAILY_GRACE_MS)
    expect(await read(path)).toEqual({ status: 200, body: told })
  })

  test('is a tree with how often each move was played and what it came to', async () => {
    const [first, second, third] = [right, other, await computer.playOut(DAY, 1)]
    const cookies = await Promise.all([1, 2, 3].map(() => newGuest(server.url)))
    await send(cookies[0] ?? '', first)
    await send(cookies[1] ?? '', second)
    await send(cookies[2] ?? '', third)
    const all = [first, second, third]
    for (const before of [[], first.moves.slice(0, 1), first.moves.slice(0, 2)]) {
      const { body } = await read(`${DAY}/moves?after=${before.join(',')}`, cookies[0])
      const { moves } = dailyMovesSchema.parse(body)
      const here = all.filter((game) => before.every((move, ply) => game.moves[ply] === move))
      for (const { move, count, average } of moves) {
        const with_ = here.filter((game) => game.moves[before.length] === move)
        expect(count).toBe(with_.length)
        expect(average).toBeCloseTo(
          with_.reduce((sum, game) => sum + marginOf(game), 0) / with_.length,
        )
      }
      expect(moves.reduce((sum, { count }) => sum + count, 0)).toBe(here.length)
    }
    const deep = right.moves.slice(0, 10).join(',')
    expect((await read(`${DAY}/moves?after=${deep}`, cookies[0])).body).toEqual({ moves: [] })
    expect((await read(`${DAY}/moves?after=a1a1`, cookies[0])).body).toMatchObject({
      code: 'illegalGame',
    })
  })

  test('takes a turned or mirrored board for the same', () => {
    const position = positionAfter(right, 9)
    const here = fold(position)
    const turned = fold(transformPosition(position, 'turn90'))
    const mirrored = fold(transformPosition(position, 'flipFiles'))
    expect([turned.position, mirrored.position]).toEqual([here.position, here.position])
    for (const move of legalMoves(position)) {
      expect(turned.nameOf(transformMove(move, 'turn90'))).toBe(here.nameOf(move))
      expect(mirrored.nameOf(transformMove(move, 'flipFiles'))).toBe(here.nameOf(move))
    }
    expect(fold(positionAfter(right, 8)).position).not.toBe(here.position)
  })
})

describe('a flood of games', () => {
  test('is slowed for one player and address by what finding them right costs', async () => {
    await server.close()
    // The cost of four games of level 2; one player may use one of them.
    const limits = { ...UNLIMITED_ADDRESS, dailyPositionsPerHour: 4 * nodesOfLevel(2) * 18 }
    server = await startTestServer({ time: TIME, limits })
    const cookie = await newGuest(server.url)
    expect((await send(cookie, right)).status).toBe(200)
    const more = await computer.playOut(dayAfter(DAY, -1), 2)
    const waits = await refusalOf(cookie, more)
    expect(waits).toEqual({ code: 'tooMany', retryAfterMs: expect.any(Number) })
    // Other players with that address may still send games…
    const forger = await newGuest(server.url)
    expect(await refusalOf(forger, (await forgedEndOf(right)).attempt)).toMatchObject({
      code: 'otherMoves',
    })
    // …until one of them has been caught forging.
    expect(await refusalOf(await newGuest(server.url), right)).toMatchObject({ code: 'tooMany' })
  })

  test('lets addresses take turns, and takes its place from the address with the most waiting', () => {
    const turns = new Turns<string, string>(6, 4)
    const added = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1', 'e1'].map((work) =>
      turns.add(work[0] ?? '', work),
    )
    const none = undefined
    expect(added).toEqual([none, none, none, none, 'a5', none, none, 'a4', 'a3'])
    const order = Array.from({ length: 7 }, () => turns.next())
    expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'a2', none])
  })
})

describeOnNodes('two nodes', () => {
  test('count one of two games that one player sends to both at once', async () => {
    const club = await startClub(2, { time: TIME })
    const [one, two] = club.nodes.map(({ url }) => url)
    const cookie = await newGuest(one ?? '')
    const told = await Promise.all([send(cookie, right, one), send(cookie, other, two)])
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409])
    const tries = await club.database.run<{ count: number }>(
      'select count(*)::int as count from "dailyTries"',
    )
    expect(tries).toEqual([{ count: 1 }])
    const counted = await club.database.run<{ count: number }>(
      'select sum(count)::int as count from "dailyMargins"',
    )
    expect(counted).toEqual([{ count: 1 }])
    await club.close()
  })
})

/**
 * The same game up to a move of the computer that its level does not play, then any legal moves to
 * the end.
 */
async function forgedEndOf(attempt: DailyTry): Promise<{ attempt: DailyTry; ply: number }> {
  for (let ply = attempt.moves.length - 1; ply > 0; ply--) {
    const before = positionAfter(attempt, ply)
    if (before.turn !== 'white') continue
    for (const move of legalMoves(before)) {
      if (formatMove(move) === attempt.moves[ply]) continue
      const moves = [...attempt.moves.slice(0, ply), formatMove(move)]
      let forged: DailyTry = { ...attempt, moves }
      for (;;) {
        const position = positionAfter(forged)
        if (outcome(position) !== undefined) return { attempt: forged, ply }
        const [next] = legalMoves(position)
        if (next === undefined) break
        forged = { ...forged, moves: [...forged.moves, formatMove(next)] }
      }
    }
  }
  return expect.fail('every move is the only one')
}
