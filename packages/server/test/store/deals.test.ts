import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  accept,
  codeOf,
  dealtTo,
  drawOf,
  gameOf,
  HOUR_MS,
  leave,
  offeredBy,
  openBoth,
  playTo,
  quickPair,
} from '../helpers/fishing.ts'
import { kept } from '../helpers/kept.ts'
import { GIVEN_TERMS, Page } from '../helpers/page.ts'
import { startTestServer } from '../helpers/server.ts'

const server = kept(() => startTestServer())

describe('a deal that a player left after seeing it', () => {
  test('S8: twelve tries with one opponent show one deal and one colour', async () => {
    const [fisher, other] = await openBoth(server.url)
    const seen = new Set<string>()
    for (let tries = 0; tries < 12; tries++) {
      seen.add(await leave(fisher, other))
      server.advance(HOUR_MS)
    }
    expect(seen.size).toBe(1)
  })

  test('S8: says who left, and the next game where the deal is proved', async () => {
    const [fisher, other] = await openBoth(server.url)
    const first = await gameOf(other, fisher)
    await dealtTo(fisher, other, first)
    await fisher.command(first, 'abort')
    const { leftBy = 'black', seats } = await other.sees(first, ({ ending }) => !!ending)
    expect(seats[leftBy].id).toBe(fisher.player.id)
    const second = other.view(await gameOf(other, fisher))
    expect(second).toMatchObject({ keptFrom: first, lot: true, deal: other.view(first).deal })
    expect(second.commitment).toBeUndefined()
    await fisher.command(second.id, 'abort')
    server.advance(HOUR_MS)
    const third = other.view(await gameOf(other, fisher))
    expect(third.keptFrom).toBe(first)
  })

  test('S8: colours seen before the deal stay as well', async () => {
    const [fisher, other] = await openBoth(server.url)
    const colors = new Set<string>()
    for (let tries = 0; tries < 12; tries++) {
      const game = await gameOf(other, fisher)
      colors.add(other.view(game).seats.black.id)
      expect(codeOf(await fisher.command(game, 'abort'))).toBeUndefined()
      server.advance(HOUR_MS)
    }
    expect(colors.size).toBe(1)
  })

  test('S8: colours by lot stay where the deal was given', async () => {
    const [fisher, other] = await openBoth(server.url)
    const given = { terms: { setup: GIVEN_TERMS.setup } }
    const lots = new Set<string>()
    for (let tries = 0; tries < 12; tries++) {
      const game = await gameOf(other, fisher, given)
      lots.add(other.view(game).seats.black.id)
      await fisher.command(game, 'abort')
      server.advance(HOUR_MS)
    }
    expect(lots.size).toBe(1)
  })

  test('S8: stays through a restart, as does the waiting', async () => {
    const [fisher, other] = await openBoth(server.url)
    const seen = await leave(fisher, other)
    expect(await leave(fisher, other)).toBe(seen)
    await server.restart(1000)
    await Promise.all([fisher.connect(), other.connect()])
    expect(codeOf(await quickPair(fisher))).toBe('waitAfterLeaving')
    server.advance(HOUR_MS)
    const game = await gameOf(other, fisher)
    expect(drawOf(other.view(game))).toBe(seen)
  })

  test('S8: stays for a rematch, which begins as the game was', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    const seen = drawOf(await dealtTo(fisher, other, game))
    await fisher.command(game, 'abort')
    await other.sees(game, ({ ending }) => !!ending)
    await other.command(game, 'offerRematch')
    const { offers } = await fisher.sees(game, (view) => view.offers.length === 1)
    await fisher.command(game, 'acceptOffer', { offer: offers[0]?.id })
    const { next = expect.fail() } = await other.sees(game, (view) => view.next !== undefined)
    expect(drawOf(await other.openGame(next))).toBe(seen)
    await fisher.openGame(next)
    await playTo([fisher, other], next, 2)
    const fresh = await gameOf(other, fisher)
    expect(other.view(fresh).deal).toBeUndefined()
  })

  test('S8: stays for a match, whose second game is proved by the same game', async () => {
    const [fisher, other] = await openBoth(server.url)
    const games = { terms: { games: 2 } } as const
    const left = await gameOf(other, fisher, games)
    await dealtTo(fisher, other, left)
    await fisher.command(left, 'abort')
    const first = await gameOf(other, fisher, games)
    await playTo([fisher, other], first, 2)
    await fisher.command(first, 'resign')
    const { next = expect.fail() } = await other.sees(first, (view) => view.next !== undefined)
    const second = await other.openGame(next)
    expect(second).toMatchObject({ keptFrom: left, deal: other.view(left).deal })
    expect(second.match?.game).toBe(2)
  })

  test('S8: stays for a challenge that was accepted in the same moment', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    const seen = drawOf(await dealtTo(fisher, other, game))
    const offered = await offeredBy(other)
    const [, taken] = await Promise.all([fisher.command(game, 'abort'), accept(fisher, offered)])
    const next = taken.ok ? taken.started : expect.fail()
    expect(drawOf(await other.openGame(next))).toBe(seen)
  })

  test('S8: is used up by being played, and a new one is made for the game after that', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    const again = await gameOf(other, fisher)
    await playTo([fisher, other], again, 2)
    const after = await gameOf(other, fisher)
    expect(other.view(after)).toMatchObject({ shares: {}, moves: [] })
    expect(other.view(after).deal).toBeUndefined()
    expect(other.view(after).keptFrom).toBeUndefined()
  })

  test('S8: stays with chosen colours too, which are as they were agreed on', async () => {
    const [fisher, other] = await openBoth(server.url)
    const seen = await leave(fisher, other)
    const game = other.view(await gameOf(other, fisher, { color: 'black' }))
    expect(game.seats.black.id).toBe(other.player.id)
    expect(seen).toContain(game.deal ?? 'no deal')
  })

  test('is the pair’s own: others get another, and after a day they do too', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    const third = await Page.open(server.url)
    expect(third.view(await gameOf(third, fisher)).deal).toBeUndefined()
    server.advance(25 * HOUR_MS)
    expect(other.view(await gameOf(other, fisher)).deal).toBeUndefined()
  })
})

describe('a row of a deal that was left', () => {
  const change = (statement: string) => server.inStore((db) => sql.raw(statement).execute(db))

  test.each([
    ['a deal that is none', `update "leftDeals" set deal = 'rubbish'`],
    ['a game that is none', `update "leftDeals" set origin = '../../x'`],
  ])('S8: with %s is passed over, and the game gets a new deal', async (_, statement) => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    await change(statement)
    const game = await gameOf(other, fisher)
    expect(other.view(game).deal).toBeUndefined()
    await dealtTo(fisher, other, game)
    await server.restart()
    await Promise.all([fisher.connect(), other.connect()])
    expect((await other.openGame(game)).deal).toBeDefined()
  })

  test('S8: that stands where another belongs keeps no game from ending', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    const seen = drawOf(await dealtTo(fisher, other, game))
    await change(
      `insert into "leftDeals" select key, null, 'x', 'y', 'standard', null, id, 0, null from games where id = '${game}'`,
    )
    expect(codeOf(await fisher.command(game, 'abort'))).toBeUndefined()
    expect(drawOf(other.view(await gameOf(other, fisher)))).toBe(seen)
  })

  test('is gone when it is a day old and another comes', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    server.advance(25 * HOUR_MS)
    await leave(fisher, other)
    const old = await server.inStore((db) =>
      sql`
        select game from "leftDeals"
        where at <= (select max(at) from "leftDeals") - ${24 * HOUR_MS}
      `.execute(db),
    )
    expect(old.rows).toEqual([])
  })
})
