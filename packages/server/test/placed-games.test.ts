import { type GameId, gameReplySchema, phaseOf, type Terms } from '@hokito/protocol'
import { formatDeal, parseDeal, score } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import { wireOf } from './helpers/lines.ts'
import { commandId, Page, pairUp, until } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { startTestServer } from './helpers/server.ts'

const ONES_FIRST = '111111222222333333'
const THREES_FIRST = '333333222222111111'
const DRAFT = '1-----2-----3-----'
const PLACED = { setup: { kind: 'placed' } } as const

const server = kept(() => startTestServer())

/** The arrangement of its own side that a page receives when it opens a game. */
async function ownSide(page: Page, game: GameId): Promise<string | undefined> {
  const reply = await page.send({ type: 'openGame', game })
  return reply.ok ? reply.arrangement : expect.fail(reply.refusal.code)
}

function place(page: Page, game: GameId, arrangement: string) {
  return page.command(game, 'place', { arrangement })
}

async function beginPlacing(terms: Partial<Terms> = {}) {
  return pairUp(server.url, { ...PLACED, ...terms })
}

/** The stored arrangements of a game. */
function storedOf(game: GameId): Promise<readonly unknown[]> {
  return server.inStore((db) =>
    db
      .selectFrom('arrangements')
      .innerJoin('games', 'games.key', 'arrangements.game')
      .select(['color', 'arrangement'])
      .where('id', '=', game)
      .execute(),
  )
}

describe('a game in which both place their own pieces', () => {
  test('sends the other nothing of a side before both are ready', async () => {
    const { black, white, game } = await beginPlacing()
    const watcher = await Page.open(server.url)
    await watcher.openGame(game)
    await white.hear('presence', ({ watchers }) => watchers === 1)
    const wires = [white, watcher].map(wireOf)
    // Presence may be sent at any time.
    const heard = () =>
      wires.map((packets) => packets.filter((one) => !/^\d+\["presence"/.test(one)))
    for (const arrangement of [DRAFT, ONES_FIRST, DRAFT, ONES_FIRST.replace('3', '-')]) {
      expect(await black.command(game, 'draft', { arrangement })).toEqual({ ok: true, updates: [] })
    }
    // The reply to a later request comes after everything sent before it.
    for (const page of [white, watcher]) expect(await ownSide(page, game)).toBeUndefined()
    for (const packets of heard()) {
      expect(packets).toHaveLength(1)
      expect(packets[0]).toMatch(/^3\d+\[\{"ok":true,"game":/)
      expect(packets[0]).not.toMatch(/arrangement|deal"|placed":\{"/)
    }
    await place(black, game, ONES_FIRST)
    for (const page of [white, watcher]) {
      await page.sees(game, ({ placed }) => placed?.black === 'byPlayer')
      expect(await ownSide(page, game)).toBeUndefined()
      expect(phaseOf(page.view(game))).toBe('placing')
    }
    const { version } = black.view(game)
    for (const packets of heard()) {
      expect(packets).toHaveLength(3)
      const told = JSON.parse(packets[1]?.replace(/^\d+/, '') ?? '')
      expect(told).toEqual([
        'update',
        {
          game,
          version,
          event: { kind: 'placed', at: expect.any(Number), color: 'black', how: 'byPlayer' },
        },
      ])
    }
    const asAll = await fetch(`${server.url}/api/games/${game}`)
    const text = await asAll.text()
    expect(gameReplySchema.parse(JSON.parse(text))).toEqual(white.view(game))
    for (const seen of [text, ...wires.flat()]) expect(seen).not.toContain(ONES_FIRST)
    const page = await (await fetch(`${server.url}/play/${game}`)).text()
    expect(page).toContain('the pieces are being placed')
    expect((await fetch(`${server.url}/play/${game}/picture.png`)).status).toBe(404)
    expect((await fetch(`${server.url}/api/games/${game}/hgn`)).status).toBe(404)
    // Then both sides see both arrangements.
    await place(white, game, THREES_FIRST)
    for (const page of [black, white, watcher]) {
      await page.sees(game, ({ deal }) => deal !== undefined)
      expect(score(page.position(game))).toEqual({ black: 36, white: 36 })
    }
    await playTo({ black, white, game }, 4)
    expect((await fetch(`${server.url}/api/games/${game}/hgn`)).status).toBe(200)
    for (const page of [black, white, watcher]) page.close()
  })

  test('gives back what was placed after a lost line, on another page and after a restart', async () => {
    const { black, white, game } = await beginPlacing()
    await black.command(game, 'draft', { arrangement: DRAFT })
    await place(white, game, THREES_FIRST)
    black.close()
    const other = new Page(server.url)
    other.cookie = black.cookie
    await other.signIn()
    await other.connect()
    expect(await ownSide(other, game)).toBe(DRAFT)
    other.close()
    await server.restart(60_000)
    for (const page of [black, white]) await page.connect()
    expect(await ownSide(black, game)).toBe(DRAFT)
    expect(await ownSide(white, game)).toBe(THREES_FIRST)
    expect(await place(white, game, ONES_FIRST)).toMatchObject({
      refusal: { code: 'alreadyPlaced' },
    })
    await place(black, game, ONES_FIRST)
    const { deal = '' } = await white.sees(game, (view) => view.deal !== undefined)
    expect(parseDeal(deal).ok).toBe(true)
    expect(await storedOf(game)).toEqual([])
    for (const page of [black, white]) page.close()
  })

  test('refuses what is no arrangement, another’s seat and a second thought, and nothing changes', async () => {
    const { black, white, game } = await beginPlacing()
    await place(black, game, ONES_FIRST)
    const stranger = await Page.open(server.url)
    await stranger.openGame(game)
    const before = await storedOf(game)
    const refusalOf = async (page: Page, message: object) => {
      const reply = await page.sendRaw({ game, ply: 0, id: commandId(), ...message })
      return reply.ok ? 'ok' : reply.refusal.code
    }
    for (const type of ['draft', 'place']) {
      for (const arrangement of [
        '1111111-----------',
        '111111122222233333',
        `${ONES_FIRST}1`,
        `${ONES_FIRST}${THREES_FIRST}`,
        '4'.repeat(18),
        '',
        17_153_135,
        ['1'],
        null,
      ]) {
        expect(await refusalOf(white, { type, arrangement })).toBe('malformed')
      }
      const other = { type, arrangement: THREES_FIRST }
      expect(await refusalOf(white, { ...other, color: 'black' })).toBe('malformed')
      expect(await refusalOf(stranger, other)).toBe('notSeated')
      expect(await refusalOf(black, other)).toBe('alreadyPlaced')
      expect(await refusalOf(white, { ...other, ply: 1 })).toBe('stale')
    }
    expect(await refusalOf(white, { type: 'place', arrangement: DRAFT })).toBe('malformed')
    expect(await storedOf(game)).toEqual(before)
    expect(before).toEqual([{ color: 'black', arrangement: ONES_FIRST }])
    expect(white.view(game).version).toBe(2)
    for (const page of [black, white, stranger]) page.close()
  })

  test('begins when the time is up, also while nobody is there, with what had been placed', async () => {
    const { black, white, game } = await beginPlacing()
    await black.command(game, 'draft', { arrangement: DRAFT })
    black.close()
    white.close()
    await server.restart(3_600_000)
    const watcher = await Page.open(server.url)
    // No player loses the hour in which the server was away.
    expect(phaseOf(await watcher.openGame(game))).toBe('placing')
    server.advance(190_000)
    const view = await watcher.sees(game, ({ deal }) => deal !== undefined)
    expect(view.placed).toEqual({ black: 'byTime', white: 'byTime' })
    const pieces = watcher.position(game).board.map((stack) => stack?.top.value)
    expect([pieces[0], pieces[6], pieces[12]]).toEqual([1, 2, 3])
    expect(await storedOf(game)).toEqual([])
    watcher.close()
  })

  test('lasts days by correspondence', async () => {
    const { black, white, game } = await beginPlacing({
      timeControl: { kind: 'correspondence', daysPerMove: 1 },
    })
    server.advance(1_000_000)
    await place(black, game, ONES_FIRST)
    const listed = await white.send({ type: 'myGames' })
    expect(listed).toMatchObject({
      games: [
        { isDealt: false, placed: { black: true, white: false }, deadline: expect.any(Number) },
      ],
    })
    await place(white, game, THREES_FIRST)
    await black.sees(game, ({ deal }) => deal !== undefined)
    for (const page of [black, white]) page.close()
  })

  test('tells a player who is elsewhere that the other is ready, and no more', async () => {
    const { black, white, game } = await beginPlacing()
    await white.send({ type: 'closeGame', game })
    const packets = wireOf(white)
    await black.command(game, 'draft', { arrangement: DRAFT })
    await place(black, game, ONES_FIRST)
    const summary = await white.hear('ownGame', ({ placed }) => placed?.black === true)
    expect(summary.points).toBeUndefined()
    await until(() => packets.length > 0, 'something is heard')
    expect(packets.filter((text) => text.includes('ownGame'))).toHaveLength(1)
    for (const page of [black, white]) page.close()
  })

  test('goes on as a match of two with the sides swapped and both arrangements kept', async () => {
    const { black, white, game } = await beginPlacing({ games: 2 })
    await place(black, game, ONES_FIRST)
    await place(white, game, THREES_FIRST)
    await playTo({ black, white, game }, 2)
    const { deal } = black.view(game)
    await black.command(game, 'resign')
    const { next } = await white.sees(game, (view) => view.next !== undefined)
    const second = await white.openGame(next ?? expect.fail('no next game'))
    expect(second.deal).toBe(deal)
    expect(second.seats.black).toEqual(white.player)
    expect(formatDeal({ kind: 'standard', black: 0, white: 17_153_135 })).toBe(deal)
    for (const page of [black, white]) page.close()
  })

  test('can be called off, and nothing that was hidden stays', async () => {
    const { black, white, game } = await beginPlacing()
    await black.command(game, 'draft', { arrangement: DRAFT })
    expect(await storedOf(game)).toHaveLength(1)
    await white.command(game, 'abort')
    await black.sees(game, ({ ending }) => ending?.kind === 'aborted')
    expect(await storedOf(game)).toEqual([])
    for (const page of [black, white]) page.close()
  })
})
