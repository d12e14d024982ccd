import { type GameId, type WatchedGame, type WatchReply, watchReplySchema } from '@hokito/protocol'
import { afterEach, expect, test } from 'vitest'
import { describeOnNodes, startClub } from '../helpers/nodes.ts'
import { beginGame, Page } from '../helpers/page.ts'
import { OFTEN, startTestServer, type TestOptions, UNLIMITED_ADDRESS } from '../helpers/server.ts'

const OPTIONS = {
  houseLevels: [1, 2],
  rhythm: OFTEN,
  limits: { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 },
} satisfies TestOptions

/** Longer than the server goes on after the last visitor has asked. */
const FORGOTTEN_MS = 60_000
/** Longer than a turn lasts in a game worth watching. */
const STILL_MS = 6 * 60_000
const HOUR_MS = 3_600_000

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startHouse(options: TestOptions = OPTIONS) {
  const server = await startTestServer(options)
  closing.push(() => server.close())
  return server
}

async function guest(url: string): Promise<Page> {
  const page = await Page.open(url)
  closing.push(() => page.close())
  return page
}

async function watch(url: string, query = ''): Promise<WatchReply> {
  const response = await fetch(`${url}/api/watch${query}`)
  return watchReplySchema.parse(await response.json())
}

/** Asks as pages do until there is a game that fits. */
async function shown(
  url: string,
  fits: (game: WatchedGame) => boolean = () => true,
  counts = new Set<number>(),
): Promise<WatchedGame> {
  let found: WatchedGame | undefined
  const ask = async () => {
    const { games } = await watch(url)
    counts.add(games.length)
    found = games.find(fits)
    return found !== undefined
  }
  await expect.poll(ask, { timeout: 60_000, interval: 200 }).toBe(true)
  return found ?? expect.fail('there is a game')
}

test('while nobody plays, two house bots play for anyone who watches, one game after another', async () => {
  const { url } = await startHouse()
  const first = await shown(url)
  expect([first.seats.black.name, first.seats.white.name].toSorted()).toEqual([
    'Hokito 1',
    'Hokito 2',
  ])
  const watcher = await guest(url)
  await watcher.openGame(first.id)
  await watcher.sees(first.id, ({ moves }) => moves.length > first.ply + 1)
  // The bots come with their first move, which the watcher may hear before their coming.
  await expect
    .poll(() => watcher.presence.get(first.id))
    .toMatchObject({ seats: { black: { isHere: true }, white: { isHere: true } }, watchers: 1 })
  // Between two games it is the one that has just ended.
  const counts = new Set<number>()
  const second = await shown(url, ({ id }) => id !== first.id, counts)
  expect([...counts]).toEqual([1])
  expect(watcher.view(first.id).ending?.kind).toBe('stuck')
  expect(second.lastMove === undefined).toBe(second.ply === 0)
})

test('such a game is in no list, no statistics and no ratings', async () => {
  const { url } = await startHouse()
  const { id } = await shown(url)
  const watcher = await guest(url)
  await watcher.openGame(id)
  const running = await watcher.send({ type: 'runningGames' })
  expect(running).toMatchObject({ ok: true, games: [] })
  expect((await watch(url)).running).toBe(0)
  await watcher.sees(id, ({ ending }) => ending !== undefined)
  await new Promise((resolve) => setTimeout(resolve, 10 * OFTEN.exploreMs))
  const statistics = await (await fetch(`${url}/api/explorer/statistics`)).text()
  expect(JSON.parse(statistics)).toEqual(
    await (await fetch(`${(await startHouse()).url}/api/explorer/statistics`)).json(),
  )
  const profile = await (await fetch(`${url}/api/players/Hokito%201`)).json()
  expect(profile).toMatchObject({ isBot: true, matches: [] })
  const games = await (await fetch(`${url}/api/players/Hokito%201/games`)).json()
  expect(games).toMatchObject({ games: [] })
})

test('it stands still while nobody watches, and goes on when someone does', async () => {
  const server = await startHouse()
  const { id } = await shown(server.url)
  const plyOf = async () => {
    const view = await (await fetch(`${server.url}/api/games/${id}`)).json()
    return view.moves.length
  }
  server.advance(FORGOTTEN_MS)
  // A move that was being thought about may still come.
  let before = -1
  const hasStood = async () => {
    before = await plyOf()
    await new Promise((resolve) => setTimeout(resolve, 20 * OFTEN.exhibitionMs))
    return (await plyOf()) === before
  }
  await expect.poll(hasStood, { timeout: 30_000 }).toBe(true)
  // A watcher with its page open is enough.
  const watcher = await guest(server.url)
  await watcher.openGame(id)
  await watcher.sees(id, ({ moves }) => moves.length > before)
})

test('after a restart the same game goes on', async () => {
  // Slow enough that the game lasts longer than a restart on a busy machine.
  const server = await startHouse({ ...OPTIONS, rhythm: { ...OFTEN, exhibitionMs: 1_000 } })
  const { id, ply } = await shown(server.url)
  await server.restart()
  expect((await shown(server.url, (game) => game.ply > ply)).id).toBe(id)
})

test('it goes on when the clock was put back meanwhile', async () => {
  const server = await startHouse({ ...OPTIONS, rhythm: { ...OFTEN, exhibitionMs: 1_000 } })
  const { id, ply } = await shown(server.url)
  await server.restart(-HOUR_MS)
  expect((await shown(server.url, (game) => game.ply > ply)).id).toBe(id)
})

test('where its stored game is damaged, the bots begin another', async () => {
  const server = await startHouse({ ...OPTIONS, rhythm: { ...OFTEN, exhibitionMs: 1_000 } })
  const { id } = await shown(server.url)
  await server.restart(0, () =>
    server.inStore(async (db) => {
      const game = db.selectFrom('games').select('key').where('id', '=', id)
      await db.updateTable('events').set({ eventJson: '{' }).where('game', '=', game).execute()
    }),
  )
  const next = await shown(server.url)
  expect(next.id).not.toBe(id)
  await shown(server.url, (game) => game.id === next.id && game.ply > next.ply)
})

test('games of people come first, and no bots play for show beside them', async () => {
  const { url } = await startHouse()
  const game = await beginGame(await guest(url), await guest(url), {}, true)
  expect(await watch(url)).toMatchObject({ games: [{ id: game }], running: 1, players: 2 })
  expect(await watch(url, '?all=yes')).toMatchObject({ games: [{ id: game }] })
  expect((await fetch(`${url}/api/watch?all=no`)).status).toBe(400)
})

test('a game of people that stands still comes after one that goes on, if only of bots', async () => {
  const server = await startHouse()
  const { url } = server
  const terms = { timeControl: { kind: 'none' } } as const
  const game = await beginGame(await guest(url), await guest(url), terms, true)
  server.advance(STILL_MS)
  const shownFirst = await shown(url, ({ id }) => id !== game)
  const { games } = await watch(url, '?all=yes')
  expect(games.map(({ id }) => id)).toEqual([shownFirst.id, game])
})

test('where the house has fewer than two bots, there is nothing to watch', async () => {
  const { url } = await startHouse({ ...OPTIONS, houseLevels: [3] })
  expect(await watch(url)).toEqual({ games: [], running: 0, players: 0 })
})

describeOnNodes('on two nodes', () => {
  test('there is one game, and every node shows it and counts all players', async () => {
    // Slow enough that both nodes are asked while the first game lasts.
    const club = await startClub(2, { ...OPTIONS, rhythm: { ...OFTEN, exhibitionMs: 200 } })
    closing.push(() => club.close())
    const [one, other] = club.nodes
    if (one === undefined || other === undefined) throw new Error('two nodes')
    const found = new Set<GameId>()
    const both = await Promise.all([shown(one.url), shown(other.url)])
    for (const { id } of both) found.add(id)
    expect(found.size).toBe(1)
    const page = await guest(other.url)
    const [id] = found
    if (id === undefined) throw new Error('there is a game')
    await page.openGame(id)
    await page.sees(id, ({ ending }) => ending !== undefined)
    await expect
      .poll(async () => (await watch(one.url)).players, { timeout: 20_000, interval: 200 })
      .toBe(1)
  })
})
