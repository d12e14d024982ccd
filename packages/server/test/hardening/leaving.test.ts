import type { GameId } from '@hokito/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  challenge,
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
  quickWish,
} from '../helpers/fishing.ts'
import { GIVEN_TERMS, Page, startedBy, until } from '../helpers/page.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  // Hours pass here in a second, so all requests have to be paid from one second's units.
  server = await startTestServer({
    limits: { ...UNLIMITED_ADDRESS, burst: 1000, perSecond: 1000 },
  })
})
afterAll(() => server.close())

describe('who leaves', () => {
  test('S8: the first time is free, and from the second on there is a growing wait', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    expect(codeOf(await challenge(fisher))).toBeUndefined()
    for (const minutes of [1, 5, 15, 60, 60]) {
      const offered = await offeredBy(other)
      await leave(fisher, other)
      const limit = minutes * 60_000
      for (const reply of [
        await quickPair(fisher),
        await challenge(fisher),
        await accept(fisher, offered),
      ]) {
        const refusal = reply.ok ? undefined : reply.refusal
        expect(refusal?.code).toBe('waitAfterLeaving')
        expect(refusal?.retryAfterMs).toBeLessThanOrEqual(limit)
        expect(refusal?.retryAfterMs).toBeGreaterThan(limit - 30_000)
      }
      server.advance(limit)
      await other.send({ type: 'withdrawChallenge', challenge: offered })
    }
  })

  test('S8: may play on terms that leave nothing to chance meanwhile', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    await leave(fisher, other)
    expect(codeOf(await quickPair(fisher))).toBe('waitAfterLeaving')
    const given = { terms: { setup: GIVEN_TERMS.setup }, color: 'black' } as const
    const game = await gameOf(fisher, other, given)
    await fisher.command(game, 'abort')
    server.advance(60_000)
    expect(codeOf(await challenge(fisher))).toBeUndefined()
  })

  test('never makes the other side wait', async () => {
    const [fisher, other] = await openBoth(server.url)
    for (let tries = 0; tries < 4; tries++) {
      await leave(fisher, other)
      server.advance(HOUR_MS)
    }
    await leave(fisher, other)
    expect(codeOf(await quickPair(other))).toBeUndefined()
    expect(codeOf(await challenge(other))).toBeUndefined()
  })

  test('S8: is not reached by a link that was given before, until the wait is over', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    const offered = await offeredBy(fisher)
    const game = await gameOf(other, fisher)
    await fisher.command(game, 'abort')
    expect(codeOf(await accept(other, offered))).toBe('opponentWaits')
    server.advance(60_000)
    expect(codeOf(await accept(other, offered))).toBeUndefined()
  })

  test('S8: keeps no listed challenge, and quick pairing pairs nobody with it', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    const game = await gameOf(other, fisher)
    await other.send({ type: 'openLobby' })
    const offered = await offeredBy(fisher, quickWish(77))
    await other.hear('lobby', ({ added }) => added.some(({ id }) => id === offered))
    const heard = other.told.length
    await fisher.command(game, 'abort')
    await until(
      () => other.told.slice(heard).some(({ event }) => event === 'lobby'),
      'the lobby changes',
    )
    const seen = await other.send({ type: 'seeChallenge', challenge: offered })
    expect(codeOf(seen)).toBe('unknownChallenge')
    const third = await Page.open(server.url)
    expect((await quickPair(other, 77)).ok).toBe(true)
    const paired = await quickPair(third, 77)
    const { seats } = await third.openGame(startedBy(paired) ?? expect.fail())
    const players = [other.player.id, third.player.id].sort()
    expect([seats.black.id, seats.white.id].sort()).toEqual(players)
  })

  test('S8: is who lets the time for the first move pass', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher, { color: 'white' })
    const seen = drawOf(await dealtTo(fisher, other, game))
    server.advance(121_000)
    const { leftBy } = await other.sees(game, ({ ending }) => ending?.kind === 'aborted')
    expect(leftBy).toBe('black')
    expect(await leave(fisher, other)).toBe(seen)
    expect(codeOf(await quickPair(fisher))).toBe('waitAfterLeaving')
    expect(codeOf(await quickPair(other))).toBeUndefined()
  })

  test('S8: is who does not help to make the deal', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    const { black } = other.view(game).seats
    await other.command(game, 'share', { share: 'b2'.repeat(16) })
    server.advance(121_000)
    const { leftBy } = await other.sees(game, ({ ending }) => ending?.kind === 'aborted')
    expect(leftBy).toBe(black.id === fisher.player.id ? 'black' : 'white')
  })

  test('is nobody where neither came', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    server.advance(121_000)
    const { leftBy } = await other.sees(game, ({ ending }) => ending?.kind === 'aborted')
    expect(leftBy).toBeUndefined()
  })

  test('is not who waits in vain for a first move', async () => {
    const [gone, here] = await openBoth(server.url)
    const game = await gameOf(here, gone, { color: 'white' })
    await dealtTo(gone, here, game)
    gone.close()
    await here.hear('presence', ({ game: id, seats }) => id === game && !seats.black.isHere)
    server.advance(45_000)
    await here.command(game, 'abort')
    const { leftBy, ending } = await here.sees(game, (view) => view.ending !== undefined)
    expect({ leftBy, kind: ending?.kind }).toEqual({ leftBy: undefined, kind: 'aborted' })
  })

  test('S8: is one of two who call a game off at once, and the deal stays once', async () => {
    const [fisher, other] = await openBoth(server.url)
    const game = await gameOf(other, fisher)
    const seen = drawOf(await dealtTo(fisher, other, game))
    const replies = await Promise.all([fisher.command(game, 'abort'), other.command(game, 'abort')])
    expect(replies.map(codeOf).sort()).toEqual(['gameOver', undefined])
    const again = await gameOf(other, fisher)
    expect(drawOf(other.view(again))).toBe(seen)
    await playTo([fisher, other], again, 2)
    expect(other.view(await gameOf(other, fisher)).deal).toBeUndefined()
  })

  test('is forgiven by playing the deal to an end', async () => {
    const [fisher, other] = await openBoth(server.url)
    await leave(fisher, other)
    const game = await gameOf(other, fisher)
    await playTo([fisher, other], game, 2)
    await fisher.command(game, 'resign')
    await other.sees(game, ({ ending }) => ending?.kind === 'resigned')
    await leave(fisher, other)
    expect(codeOf(await quickPair(fisher))).toBeUndefined()
  })

  test('S8: of many games at once waits as long as if they had been left in turn', async () => {
    const fisher = await Page.open(server.url)
    const others = await Promise.all([0, 1, 2, 3].map(() => Page.open(server.url)))
    const games: GameId[] = []
    for (const other of others) {
      const game = await gameOf(other, fisher)
      await dealtTo(fisher, other, game)
      games.push(game)
    }
    await Promise.all(games.map((game) => fisher.command(game, 'abort')))
    const reply = await quickPair(fisher)
    const refusal = reply.ok ? undefined : reply.refusal
    expect(refusal?.retryAfterMs).toBeGreaterThan(20 * 60_000)
    expect(refusal?.retryAfterMs).toBeLessThanOrEqual(21 * 60_000)
  })
})
