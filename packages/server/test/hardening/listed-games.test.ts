import type { GameId, GameView, Terms } from '@hokito/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandId, GIVEN_TERMS, Page } from '../helpers/page.ts'
import { moveIn } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
let watcher: Page
beforeAll(async () => {
  server = await startTestServer({ limits: UNLIMITED })
  watcher = await Page.open(server.url)
})
afterAll(() => server.close())

const UNLIMITED = {
  burst: 100_000,
  perSecond: 100_000,
  guestsPerMinute: 10_000,
  requestsPerMinute: 10_000,
  connectionsPerAddress: 10_000,
}

interface Meeting {
  readonly black: Page
  readonly white: Page
  readonly game: GameId
}

/** Two guests in a game from a listed challenge, or from one by link. */
async function meet(isListed: boolean, change: Partial<Terms> = {}): Promise<Meeting> {
  const [black, white] = await Promise.all([Page.open(server.url), Page.open(server.url)])
  const terms = { ...GIVEN_TERMS, ...change }
  const wish = { terms, color: 'black', isListed } as const
  const offered = await black.send({ type: 'challenge', id: commandId(), ...wish })
  const challenge = offered.ok ? offered.challenge.id : expect.fail()
  const taken = await white.send({ type: 'acceptChallenge', id: commandId(), challenge })
  const game = taken.ok ? taken.started : expect.fail()
  await Promise.all([black.openGame(game), white.openGame(game)])
  return { black, white, game }
}

/** The ids of the public games, once a game is or is not among them. */
async function running(game: GameId, isThere: boolean): Promise<readonly GameId[]> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const reply = await watcher.send({ type: 'runningGames' })
    const ids = reply.ok ? (reply.games ?? []).map(({ id }) => id) : []
    if (ids.includes(game) === isThere || performance.now() > deadline) return ids
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Ends a game, agrees on the next, and returns that with the colours swapped. */
async function goOn({ black, white, game }: Meeting): Promise<Meeting> {
  await white.command(game, 'resign')
  const ended = await black.sees(game, ({ ending }) => ending !== undefined)
  const next = ended.next ?? (await rematch({ black, white, game })).next ?? expect.fail()
  await Promise.all([black.openGame(next), white.openGame(next)])
  return { black: white, white: black, game: next }
}

async function rematch({ black, white, game }: Meeting): Promise<GameView> {
  await white.command(game, 'offerRematch')
  const { offers } = await black.sees(game, (view) => view.offers.length === 1)
  await black.command(game, 'acceptOffer', { offer: offers[0]?.id })
  return black.sees(game, ({ next }) => next !== undefined)
}

async function playTwo({ black, white, game }: Meeting): Promise<void> {
  for (const page of [black, white]) {
    const ply = page === black ? 0 : 1
    await page.sees(game, ({ moves }) => moves.length === ply)
    await moveIn(page, game)
  }
}

test('S17: a game by a private link is not listed, nor the second of its match, nor its rematch', async () => {
  const hidden = await meet(false, { games: 2 })
  await playTwo(hidden)
  const second = await goOn(hidden)
  await playTwo(second)
  const rematched = await goOn(second)
  const listed = await meet(true)
  const ids = await running(listed.game, true)
  expect(ids).toContain(listed.game)
  for (const { game } of [hidden, second, rematched]) expect(ids).not.toContain(game)
})

test('S17: a visitor with the link may watch it all the same', async () => {
  const { game } = await meet(false)
  expect((await watcher.openGame(game)).id).toBe(game)
  expect((await fetch(`${server.url}/api/games/${game}`)).status).toBe(200)
})

test('S17: a game from a listed challenge is listed while it runs, and so is its rematch', async () => {
  const table = await meet(true)
  expect(await running(table.game, true)).toContain(table.game)
  await playTwo(table)
  const next = await goOn(table)
  const ids = await running(next.game, true)
  expect(ids).toContain(next.game)
  expect(ids).not.toContain(table.game)
})

test('a game is listed while someone has it open, and again when someone comes back', async () => {
  const table = await meet(true)
  await running(table.game, true)
  for (const page of [table.black, table.white]) page.close()
  expect(await running(table.game, false)).not.toContain(table.game)
  await watcher.openGame(table.game)
  expect(await running(table.game, true)).toContain(table.game)
})

test('of many running games the fifty newest are listed, the newest first', async () => {
  const tables: GameId[] = []
  for (let n = 0; n < 60; n++) tables.push((await meet(true)).game)
  const ids = await running(tables.at(-1) ?? expect.fail(), true)
  expect(ids).toEqual(tables.slice(-50).toReversed())
})
