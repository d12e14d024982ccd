import { GAMES_PAGE, type GameId, gamesPageSchema } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginGame, commandId, GIVEN_TERMS, nextInstant, Page, pairUp } from './helpers/page.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'

let server: TestServer
beforeAll(async () => {
  const limits = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 }
  server = await startTestServer({ limits })
})
afterAll(() => server.close())

/** The reply to a browser with this cookie. */
async function gamesOf({ cookie }: Pick<Page, 'cookie'>, query = '') {
  const { status, body, headers } = await ask(`${server.url}/api/games${query}`, {
    headers: { cookie },
  })
  return { status, headers, page: status === 200 ? gamesPageSchema.parse(JSON.parse(body)) : body }
}

async function pageOf(player: Pick<Page, 'cookie'>, query = '') {
  const { page } = await gamesOf(player, query)
  return typeof page === 'string' ? expect.fail(page) : page
}

async function moveOf(page: Page, game: GameId): Promise<void> {
  const [move] = legalMoves(page.position(game))
  if (move === undefined) return expect.fail('no move')
  await page.move(game, move)
}

test('a player who has a running game open nowhere hears from when it can be claimed, even on a new page', async () => {
  const { black, white, game } = await pairUp(server.url)
  await moveOf(black, game)
  await white.sees(game, ({ moves }) => moves.length === 1)
  await moveOf(white, game)
  await black.sees(game, ({ moves }) => moves.length === 2)
  await moveOf(black, game)
  white.close()
  const { claimableAt } = (await black.hear('presence', ({ seats }) => !seats.white.isHere)).seats
    .white
  const page = new Page(server.url)
  page.cookie = white.cookie
  await page.signIn()
  await page.connect()
  const games = async (asker: Page) => {
    const reply = await asker.send({ type: 'myGames' })
    return reply.ok ? reply.games : expect.fail(reply.refusal.code)
  }
  expect(claimableAt).toBeGreaterThan(Date.now())
  expect(await games(page)).toMatchObject([{ id: game, claimableAt }])
  // The opponent has it open.
  expect((await games(black))[0]?.claimableAt).toBeUndefined()
  await page.openGame(game)
  expect((await games(page))[0]?.claimableAt).toBeUndefined()
  // Who has nothing to do may be away.
  await moveOf(page, game)
  await page.send({ type: 'closeGame', game })
  expect((await games(page))[0]?.claimableAt).toBeUndefined()
  await black.sees(game, ({ moves }) => moves.length === 4)
  await moveOf(black, game)
  expect((await games(page))[0]?.claimableAt).toBeGreaterThan(Date.now())
})

test('a new name of a player appears in all their earlier games, over or running', async () => {
  const { black, white, game } = await pairUp(server.url)
  await moveOf(black, game)
  await black.command(game, 'resign')
  await white.sees(game, ({ ending }) => ending !== undefined)
  const rematch = await beginGame(black, white)
  // Both have been read, so the finished game is cached.
  const namesSeen = async () => {
    const { running, finished } = await pageOf(white)
    return [...running, ...finished].map(({ seats }) => seats.black.name)
  }
  expect(await namesSeen()).toEqual([black.player.name, black.player.name])
  const renamed = await black.send({ type: 'rename', name: 'Hildegunde' })
  expect(renamed.ok).toBe(true)
  expect(await namesSeen()).toEqual(['Hildegunde', 'Hildegunde'])
  const shown = await ask(`${server.url}/api/games/${game}`)
  expect(shown.body).toContain('Hildegunde')
  // The running game continues under the new name.
  await moveOf(black, rematch)
  const watcher = await Page.open(server.url)
  await watcher.openGame(rematch)
  expect(watcher.view(rematch).seats.black.name).toBe('Hildegunde')
})

describe('an offer of a rematch', () => {
  test('reaches a player who has left the game, now and on coming back', async () => {
    const { black, white, game } = await pairUp(server.url)
    await moveOf(black, game)
    await black.command(game, 'resign')
    await white.sees(game, ({ ending }) => ending !== undefined)
    await white.send({ type: 'closeGame', game })
    // The list has been read, so the finished game is cached.
    expect((await pageOf(white)).finished[0]?.rematchBy).toBeUndefined()
    await black.command(game, 'offerRematch')
    const told = await white.hear('ownGame', ({ rematchBy }) => rematchBy !== undefined)
    expect(told).toMatchObject({ id: game, rematchBy: 'black' })
    const mine = await white.send({ type: 'myGames' })
    expect(mine.ok && mine.games[0]?.rematchBy).toBe('black')
    const [offer] = black.view(game).offers
    await black.command(game, 'withdrawOffer', { offer: offer?.id })
    await white.hear('ownGame', ({ id, rematchBy, ending }) => {
      return id === game && ending !== undefined && rematchBy === undefined
    })
    expect((await pageOf(white)).finished[0]?.rematchBy).toBeUndefined()
  })
})

describe('challenges that wait', () => {
  test('reach only their maker, on any page', async () => {
    const [maker, other] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    const wish = { terms: GIVEN_TERMS, color: 'black', isListed: false } as const
    const offered = await maker.send({ type: 'challenge', id: commandId(), ...wish })
    const challenge = offered.ok ? offered.challenge : expect.fail(offered.refusal.code)
    const mine = (page: Page) => page.send({ type: 'myChallenges' })
    expect(await mine(maker)).toEqual({ ok: true, challenges: [challenge] })
    expect(await mine(other)).toEqual({ ok: true, challenges: [] })
    expect((await pageOf(maker)).challenges).toEqual([challenge])
    await maker.send({ type: 'withdrawChallenge', challenge: challenge.id })
    expect(await mine(maker)).toEqual({ ok: true, challenges: [] })
    expect((await pageOf(maker)).challenges).toEqual([])
  })
})

describe('the list of a player’s own games', () => {
  test('has the running ones first, then the finished, the last to end first', async () => {
    const { black, white, game: first } = await pairUp(server.url)
    const second = await beginGame(black, white)
    const third = await beginGame(black, white)
    await moveOf(black, second)
    await black.command(second, 'resign')
    await nextInstant()
    await white.command(first, 'abort')
    const page = await pageOf(white)
    expect(page.player).toEqual(white.player)
    expect(page.running.map(({ id }) => id)).toEqual([third])
    expect(page.finished.map(({ id }) => id)).toEqual([first, second])
    expect(page.finished[1]).toMatchObject({
      ending: { kind: 'resigned', winner: 'white' },
      points: { black: expect.any(Number), white: expect.any(Number) },
    })
    expect(page.next).toBeUndefined()
    for (const each of [black, white]) each.close()
  })

  test('comes a page at a time, every game once', async () => {
    const { black, white, game } = await pairUp(server.url)
    const played = [game]
    for (let n = 0; n < GAMES_PAGE + 4; n++) {
      const one = played.at(-1) ?? game
      await (n % 2 === 0 ? black : white).command(one, 'abort')
      for (const page of [black, white]) await page.send({ type: 'closeGame', game: one })
      played.push(await beginGame(n % 3 === 0 ? black : white, n % 3 === 0 ? white : black))
    }
    const first = await pageOf(black)
    const second = await pageOf(black, `?after=${first.next}`)
    expect(first.finished).toHaveLength(GAMES_PAGE)
    expect(first.running).toHaveLength(1)
    expect(second.running).toEqual([])
    expect(second.next).toBeUndefined()
    const finished = [...first.finished, ...second.finished].map(({ id }) => id)
    expect(finished).toEqual(played.slice(0, -1).toReversed())
    for (const each of [black, white]) each.close()
  })

  test('is empty without a cookie, and no proxy on the way keeps it', async () => {
    const { page, headers } = await gamesOf({ cookie: '' })
    expect(page).toEqual({ running: [], challenges: [], finished: [] })
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['no id', '?after=..%2F..'],
    ['an empty one', '?after='],
    ['two', '?after=aaaaaaaaaaaa&after=bbbbbbbbbbbb'],
    ['a game that there is not', '?after=aaaaaaaaaaaa'],
  ])('does not go on after %s', async (_, query) => {
    const page = new Page(server.url)
    await page.signIn()
    expect((await gamesOf(page, query)).status).toBe(404)
  })

  test('does not go on after a game of others', async () => {
    const { black, white, game } = await pairUp(server.url)
    await black.command(game, 'abort')
    const other = new Page(server.url)
    await other.signIn()
    expect((await gamesOf(other, `?after=${game}`)).status).toBe(404)
    for (const each of [black, white]) each.close()
  })
})

test('many lists of an address are slowed before its other requests are used up', async () => {
  const slow = await startTestServer({ limits: {} })
  const statuses = []
  for (let n = 0; n < 70; n++) statuses.push((await ask(`${slow.url}/api/games`)).status)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200))
  expect(statuses).toContain(429)
  await slow.close()
})

describe('a page that has not opened its player’s game', () => {
  test('hears when it begins, goes on and ends, and those who have it open do not', async () => {
    const host = await Page.open(server.url)
    const friend = await Page.open(server.url)
    const elsewhere = new Page(server.url)
    elsewhere.cookie = host.cookie
    await elsewhere.connect()
    const game = await beginGame(host, friend)
    await elsewhere.hear('ownGame', ({ id, ply }) => id === game && ply === 0)
    const before = host.told.filter(({ event }) => event === 'ownGame').length
    await moveOf(host, game)
    await elsewhere.hear('ownGame', ({ id, ply }) => id === game && ply === 1)
    await friend.command(game, 'resign')
    const { ending } = await elsewhere.hear('ownGame', ({ ending }) => ending !== undefined)
    expect(ending).toEqual({ kind: 'resigned', winner: 'black' })
    await host.sees(game, (view) => view.ending !== undefined)
    expect(host.told.filter(({ event }) => event === 'ownGame')).toHaveLength(before)
    for (const each of [host, friend, elsewhere]) each.close()
  })
})

describe('the link of an invitation', () => {
  test('leads to the game once it was taken, after a restart too', async () => {
    const { black, white, game } = await pairUp(server.url)
    const { challenge } = await black.hear('started')
    if (challenge === undefined) return expect.fail('no challenge')
    for (const page of [black, white, await Page.open(server.url)]) {
      const seen = await page.send({ type: 'seeChallenge', challenge })
      expect(seen).toMatchObject({ ok: true, taken: { id: game } })
    }
    await server.restart()
    const stranger = await Page.open(server.url)
    const seen = await stranger.send({ type: 'seeChallenge', challenge })
    expect(seen).toMatchObject({ ok: true, taken: { id: game } })
    for (const page of [black, white, stranger]) page.close()
  })

  test('leads nowhere once it was withdrawn', async () => {
    const [host, friend] = [await Page.open(server.url), await Page.open(server.url)]
    const wish = { terms: GIVEN_TERMS, color: 'black', isListed: false } as const
    const offered = await host.send({ type: 'challenge', id: commandId(), ...wish })
    const challenge = offered.ok ? offered.challenge.id : expect.fail()
    await host.send({ type: 'withdrawChallenge', challenge })
    const seen = await friend.send({ type: 'seeChallenge', challenge })
    expect(seen).toEqual({ ok: false, refusal: { code: 'unknownChallenge' } })
    for (const page of [host, friend]) page.close()
  })
})
