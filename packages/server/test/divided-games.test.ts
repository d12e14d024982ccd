import type { GameId, Terms } from '@hokito/protocol'
import { phaseOf } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import { commandId, GIVEN_TERMS, Page, pairUp } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { startTestServer } from './helpers/server.ts'

const DIVIDED = { isDivided: true } as const

const server = kept(() => startTestServer())

/** The two players of a divided game by what they have to do. */
async function begin(terms: Partial<Terms> = {}) {
  const { black, white, game } = await pairUp(server.url, { ...DIVIDED, ...terms })
  const isFirst = black.view(game).seats.black.id === black.player.id
  return { divider: isFirst ? black : white, chooser: isFirst ? white : black, game }
}

const divide = (page: Page, game: GameId, compensation: number) =>
  page.command(game, 'divide', { compensation })
const choose = (page: Page, game: GameId, color: 'black' | 'white') =>
  page.command(game, 'choose', { color })

/** The players in the columns by which games are found and named. */
function seatsInStore(game: GameId) {
  return server.inStore((db) =>
    db
      .selectFrom('games')
      .select(['black', 'white'])
      .where('id', '=', game)
      .executeTakeFirstOrThrow(),
  )
}

describe('a game that one divides and the other chooses', () => {
  test('is played with the seats and points agreed, and so after a restart', async () => {
    const { divider, chooser, game } = await begin()
    const watcher = await Page.open(server.url)
    await watcher.openGame(game)
    expect(await divide(divider, game, 6.5)).toMatchObject({ ok: true })
    await chooser.sees(game, ({ division }) => division?.stage === 'choosing')
    await server.restart(1000)
    for (const page of [divider, chooser, watcher]) {
      await page.connect()
      await page.openGame(game)
      expect(page.view(game).terms.compensation).toBe(6.5)
    }
    expect(await choose(chooser, game, 'black')).toMatchObject({ ok: true })
    const [black, white] = [chooser, divider]
    for (const page of [black, white, watcher]) {
      await page.sees(game, (view) => phaseOf(view) === 'playing')
      expect(page.view(game).seats).toMatchObject({
        black: { id: black.player.id, name: black.player.name },
        white: { id: white.player.id, name: white.player.name },
      })
      expect(page.position(game).compensation).toBe(6.5)
    }
    expect(await seatsInStore(game)).toEqual({ black: black.player.id, white: white.player.id })
    await playTo({ black, white, game }, 3)
    await server.restart()
    for (const page of [black, white]) {
      await page.connect()
      await page.openGame(game)
    }
    // Names come from the players in those columns.
    expect(black.view(game).seats.black.name).toBe(black.player.name)
    await playTo({ black, white, game }, 5)
    const record = await (await fetch(`${server.url}/api/games/${game}/hgn`)).text()
    expect(record).toContain('[Compensation "6.5"]')
    expect(record).toContain(`[Black "${black.player.name}"]`)
    for (const page of [black, white, watcher]) page.close()
  })

  test('shows who is there on the side that they have come to', async () => {
    const days = { kind: 'correspondence', daysPerMove: 2 } as const
    const { divider, chooser, game } = await begin({ timeControl: days })
    await divide(divider, game, 4)
    divider.close()
    await chooser.hear('presence', ({ seats }) => seats.white.isHere && !seats.black.isHere)
    await choose(chooser, game, 'black')
    await chooser.hear('presence', ({ seats }) => seats.black.isHere && !seats.white.isHere)
    chooser.close()
  })

  test('lists for whom it waits', async () => {
    const { divider, chooser, game } = await begin()
    const listed = async (page: Page) => {
      const reply = await page.send({ type: 'myGames' })
      return reply.ok ? reply.games.find(({ id }) => id === game)?.divider : expect.fail()
    }
    for (const page of [divider, chooser]) expect(await listed(page)).toBe('black')
    await divide(divider, game, 0)
    for (const page of [divider, chooser]) expect(await listed(page)).toBe('white')
    await choose(chooser, game, 'white')
    for (const page of [divider, chooser]) expect(await listed(page)).toBeUndefined()
    for (const page of [divider, chooser]) page.close()
  })

  test('counts one of two choices at once, and a repeated command once', async () => {
    const { divider, chooser, game } = await begin()
    const id = commandId()
    const again = { id, compensation: 3 }
    expect(await divider.command(game, 'divide', again)).toMatchObject({ ok: true })
    expect(await divider.command(game, 'divide', again)).toMatchObject({ ok: true })
    await chooser.sees(game, ({ division }) => division?.stage === 'choosing')
    const replies = await Promise.all(
      (['black', 'white'] as const).map((color) => choose(chooser, game, color)),
    )
    expect(replies.map(({ ok }) => ok)).toEqual([true, false])
    expect(chooser.view(game).seats.black.id).toBe(chooser.player.id)
    for (const page of [divider, chooser]) page.close()
  })

  test.each([
    ['a colour chosen beforehand', { color: 'black' }],
    ['points named beforehand', { terms: { ...GIVEN_TERMS, ...DIVIDED, compensation: 3 } }],
    ['a match of two', { terms: { ...GIVEN_TERMS, ...DIVIDED, games: 2 } }],
  ])('is not offered with %s', async (_, change) => {
    const page = await Page.open(server.url)
    const reply = await page.sendRaw({
      ...{ type: 'challenge', id: commandId(), color: 'random', isListed: false },
      ...{ terms: { ...GIVEN_TERMS, ...DIVIDED }, ...change },
    })
    expect(reply).toMatchObject({ refusal: { code: 'malformed' } })
    page.close()
  })

  test.each([-0.5, 0.25, 40.5, Number.NaN, '3', null])('refuses %s points', async (points) => {
    const { divider, chooser, game } = await begin()
    const message = { type: 'divide', game, ply: 0, id: commandId(), compensation: points }
    expect(await divider.sendRaw(message)).toMatchObject({ refusal: { code: 'malformed' } })
    expect(divider.view(game).division?.stage).toBe('naming')
    for (const page of [divider, chooser]) page.close()
  })
})
