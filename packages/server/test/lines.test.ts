import {
  conditionFor,
  formatLines,
  type GameEvent,
  type GameId,
  parseLines,
  turnOf,
} from '@hokito/protocol'
import { formatMove, legalMoves, opposite, randomIndex, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { PASSWORD, post, signUp } from './helpers/account.ts'
import { followGame } from './helpers/follow.ts'
import { kept } from './helpers/kept.ts'
import {
  DAYS,
  type Draw,
  drawn,
  foreseen,
  linesFrom,
  ownLines,
  setLines,
  treeAt,
  wireOf,
} from './helpers/lines.ts'
import { commandId, Page, pairUp } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { createTestDatabase } from './helpers/postgres.ts'
import { ON_POSTGRES, startTestServer } from './helpers/server.ts'
import { ServerProcess, wait } from './helpers/server-process.mjs'
import { ask } from './helpers/stranger.ts'

const server = kept(() => startTestServer())

/** A game after four moves, with Black to move. */
async function begin() {
  const table = await pairUp(server.url, DAYS)
  await playTo(table, 4)
  return table
}

/** The lines stored for all games. */
function stored(): Promise<readonly { linesJson: string }[]> {
  return server.inStore((db) => db.selectFrom('lines').select('linesJson').execute())
}

describe('conditional lines', () => {
  test('reply to the moves that they foresee, and only their owner sees which line replied', async () => {
    const { black, white, game } = await begin()
    const moves = foreseen(white, game)
    const lines = linesFrom(moves)
    expect(await setLines(white, game, lines)).toEqual({ ok: true, updates: [] })
    expect(await ownLines(white, game)).toEqual({ ply: 4, lines, played: [] })
    expect(await ownLines(black, game)).toEqual({ ply: 4, lines: '', played: [] })
    const stranger = await Page.open(server.url)
    expect(await stranger.send({ type: 'seeLines', game })).toEqual({
      ok: false,
      refusal: { code: 'notSeated' },
    })
    const [move, reply, second, answer] = moves
    const first = await black.move(game, move)
    expect(first).toMatchObject({ updates: [{ event: move }, { event: reply }] })
    const { clock } = await white.sees(game, (view) => view.moves.length === 6)
    const twoDays = 2 * 86_400_000
    expect(clock).toMatchObject({ remainingMs: { black: twoDays, white: twoDays }, turn: 'black' })
    expect(await ownLines(white, game)).toEqual({
      ply: 6,
      lines: formatMove(second) + formatMove(answer),
      played: [5],
    })
    await black.move(game, second)
    await white.sees(game, (view) => view.moves.length === 8)
    expect(white.view(game).moves.slice(4)).toEqual(moves)
    expect(await ownLines(white, game)).toEqual({ ply: 8, lines: '', played: [5, 7] })
    for (const page of [black, white, stranger]) page.close()
  })

  test('are there after a restart and on another page, and after the end only the moves they made', async () => {
    const { black, white, game } = await begin()
    const moves = foreseen(white, game)
    const message = {
      type: 'setLines',
      game,
      ply: 4,
      id: commandId(),
      lines: linesFrom(moves),
      order: 1,
    } as const
    expect((await white.send(message)).ok).toBe(true)
    white.close()
    await server.restart(60_000)
    await Promise.all([black.connect(), white.connect()])
    // Sent again, it has no further effect.
    expect(await white.send(message)).toMatchObject({ ok: true, game: { id: game } })
    expect((await ownLines(white, game)).lines).toBe(message.lines)
    await black.move(game, moves[0])
    await black.sees(game, (view) => view.moves.length === 6)
    await black.command(game, 'resign')
    expect(await ownLines(white, game)).toMatchObject({ lines: '', played: [5] })
    for (const page of [black, white]) page.close()
  })

  test('that are sent again after newer ones put nothing back, also where those are gone', async () => {
    const { black, white, game } = await begin()
    const older = foreseen(white, game)
    const newer = foreseen(white, game, 1)
    const message = (order: number, lines: string) =>
      ({ type: 'setLines', game, ply: 4, id: commandId(), lines, order }) as const
    const first = message(1, linesFrom(older))
    const second = message(2, linesFrom(newer))
    // The first message is sent twice, and arrives before the second and after it.
    expect((await white.send(first)).ok).toBe(true)
    expect((await white.send(second)).ok).toBe(true)
    const stale = { ok: false, refusal: { code: 'stale' } }
    expect(await white.send(first)).toMatchObject(stale)
    expect((await ownLines(white, game)).lines).toBe(second.lines)
    const third = message(3, '')
    expect((await white.send(third)).ok).toBe(true)
    expect((await white.send(third)).ok).toBe(true)
    for (const late of [first, second]) expect(await white.send(late)).toMatchObject(stale)
    await server.restart()
    await Promise.all([black.connect(), white.connect()])
    for (const late of [first, second]) expect(await white.send(late)).toMatchObject(stale)
    expect((await ownLines(white, game)).lines).toBe('')
    for (const page of [black, white]) page.close()
  })

  test.each([11, 12, 13, 14])(
    'of both sides come to the same as the moves made by hand, in random game %i',
    async (seed) => {
      const [withLines, byHand] = [await begin(), await begin()]
      const planned = await playWithLines(withLines, seed)
      expect(planned).toBeGreaterThan(0)
      const { moves, ending } = withLines.black.view(withLines.game)
      for (const [ply, move] of moves.entries()) {
        if (ply < 4) continue
        const page = ply % 2 === 0 ? byHand.black : byHand.white
        await page.sees(byHand.game, (view) => view.moves.length === ply)
        expect((await page.move(byHand.game, move)).ok).toBe(true)
      }
      await byHand.black.sees(byHand.game, (view) => view.ending !== undefined)
      const after = byHand.black.view(byHand.game)
      expect([after.moves, after.ending, after.version]).toEqual([
        moves,
        ending,
        withLines.black.view(withLines.game).version,
      ])
      expect(byHand.black.position(byHand.game)).toEqual(withLines.black.position(withLines.game))
      expect(await eventsOf(withLines.game)).toEqual(await eventsOf(byHand.game))
      for (const { black, white } of [withLines, byHand]) {
        for (const page of [black, white]) page.close()
      }
    },
  )

  test('show the other player and watchers nothing at all before the reply', async () => {
    for (const seed of [1, 2, 3]) {
      const heard = [await overheard(true, seed), await overheard(false, seed)]
      expect(heard[0]).toEqual(heard[1])
      expect(heard[0]?.[0]?.length).toBeGreaterThan(5)
    }
  })

  test('are only in their owner’s data, and go with the account', async () => {
    const { black, white, game } = await begin()
    const moves = foreseen(white, game)
    await setLines(white, game, linesFrom(moves))
    for (const [page, name] of [
      [white, 'Wilhelmine'],
      [black, 'Balthasar'],
    ] as const) {
      await signUp(page, name)
      page.close()
      await page.connect()
      await page.openGame(game)
    }
    const dataOf = async ({ cookie }: Page) =>
      JSON.parse((await ask(`${server.url}/api/account/data`, { headers: { cookie } })).body)
    expect((await dataOf(white)).conditionalMoves).toEqual([
      { game, ply: 4, lines: [moves.map(formatMove).join(' ')], played: [] },
    ])
    expect((await dataOf(black)).conditionalMoves).toEqual([])
    await black.move(game, moves[0])
    await black.sees(game, (view) => view.moves.length === 6)
    await black.command(game, 'resign')
    const before = await stored()
    await post(white, 'delete', { password: PASSWORD })
    await expect.poll(stored, { timeout: 60_000 }).toHaveLength(before.length - 1)
    for (const page of [black, white]) page.close()
  })

  test('of both sides are stored whole or not at all, whenever the server is killed', async () => {
    const database = ON_POSTGRES ? await createTestDatabase() : undefined
    const options = database === undefined ? {} : { databaseUrl: database.url }
    const killed = await ServerProcess.prepare(options)
    await killed.start()
    const bytes = seededBytes(9)
    try {
      for (let kill = 0; kill < 3; kill++) {
        const { black, white, game } = await pairUp(killed.url, DAYS)
        await playTo({ black, white, game }, 4)
        const moves = foreseen(white, game)
        expect((await setLines(white, game, linesFrom(moves))).ok).toBe(true)
        const [move] = moves
        const message = { type: 'move', game, ply: 4, id: commandId(), ...move } as const
        const reply = black.send(message).catch(() => undefined)
        await wait(randomIndex(6, bytes))
        await killed.kill()
        for (const page of [black, white]) page.close()
        const acknowledged = await Promise.race([reply, wait(50)])
        await killed.start()
        await Promise.all([black.connect(), white.connect()])
        const { moves: found } = await black.openGame(game)
        expect([4, 6]).toContain(found.length)
        if (acknowledged) expect(found).toHaveLength(6)
        // A lost message is sent again, with the same result.
        await black.send(message)
        await white.openGame(game)
        expect(white.view(game).moves.slice(4)).toEqual(moves.slice(0, 2))
        expect(await ownLines(white, game)).toMatchObject({ ply: 6, played: [5] })
        for (const page of [black, white]) page.close()
      }
    } finally {
      await killed.close()
      await database?.drop()
    }
  })
})

/**
 * Plays a game to its end in which both set random lines; returns the number of moves that the
 * lines have played.
 */
async function playWithLines(
  { black, white, game }: { black: Page; white: Page; game: GameId },
  seed: number,
): Promise<number> {
  const bytes = seededBytes(seed)
  const draw: Draw = (count) => randomIndex(count, bytes)
  let planned = 0
  for (;;) {
    const versions = [black, white].map((page) => page.view(game).version)
    const version = Math.max(...versions)
    for (const page of [black, white]) await page.sees(game, (view) => view.version >= version)
    const view = black.view(game)
    if (view.ending !== undefined) return planned
    const pages = { black, white }
    const [mover, waiting] = [pages[turnOf(view)], pages[opposite(turnOf(view))]]
    const conditions = treeAt(black.position(game), draw, 12)
    const lines = formatLines(conditions)
    if (draw(2) === 0) expect((await setLines(waiting, game, lines)).ok).toBe(true)
    const set = parseLines((await ownLines(waiting, game)).lines) ?? []
    const roots = set.filter(({ after }) => after === undefined)
    const move = drawn(roots, draw)?.move ?? drawn(legalMoves(black.position(game)), draw)
    if (move === undefined) return expect.fail('a running game has a move')
    const isForeseen = conditionFor(set, undefined, move) !== undefined
    const reply = await mover.move(game, move)
    if (!reply.ok || !('updates' in reply)) return expect.fail('a move is taken')
    const moved = reply.updates.filter(({ event }) => event.kind === 'moved').length
    expect(moved > 1).toBe(isForeseen)
    planned += moved - 1
  }
}

/** The events of a game without their times, in order. */
async function eventsOf(game: GameId): Promise<readonly unknown[]> {
  const rows = await server.inStore((db) =>
    db
      .selectFrom('events')
      .innerJoin('games', 'games.key', 'events.game')
      .select('eventJson')
      .where('games.id', '=', game)
      .orderBy('version')
      .execute(),
  )
  return rows.slice(1).map(({ eventJson }) => {
    const { at: _, ...event }: GameEvent = JSON.parse(eventJson)
    return { ...event, lagMs: 0 }
  })
}

/**
 * What Black, a watcher and a program receive of a game in which White sets lines, or does nothing
 * instead.
 */
async function overheard(hasLines: boolean, seed: number): Promise<readonly (readonly string[])[]> {
  const bytes = seededBytes(seed)
  const { black, white, game } = await begin()
  const watcher = await Page.open(server.url)
  await watcher.openGame(game)
  await black.hear('presence', ({ watchers }) => watchers === 1)
  const states: unknown[] = []
  const following = followGame(server.url, game, (state) => states.push(state))
  await expect.poll(() => states.length).toBe(1)
  const wires = [black, watcher].map(wireOf)
  const set = async (n: number) => {
    if (!hasLines) return
    const lines = linesFrom(foreseen(white, game, n))
    for (const text of [lines, '', lines]) expect((await setLines(white, game, text)).ok).toBe(true)
  }
  for (let turns = 0; turns < 3; turns++) {
    // Black plays another move than the lines expect.
    await set(0)
    const all = legalMoves(black.position(game))
    const unforeseen = all[1 + randomIndex(all.length - 1, bytes)] ?? expect.fail()
    expect((await black.move(game, unforeseen)).ok).toBe(true)
    const { moves } = await white.sees(game, (view) => view.moves.length % 2 === 1)
    await white.move(game, drawnFrom(white, game, bytes))
    await black.sees(game, (view) => view.moves.length === moves.length + 1)
  }
  // The answers at the end are the same too, and come after all messages that lines could have
  // caused.
  await set(0)
  await set(1)
  for (const page of [black, watcher]) {
    await page.openGame(game)
    expect((await page.sendRaw({ type: 'runningGames' })).ok).toBe(true)
  }
  const seen = await Promise.all(
    ['', '/hgn'].map(async (rest) =>
      (await fetch(`${server.url}/api/games/${game}${rest}`)).text(),
    ),
  )
  const { version } = white.view(game)
  expect(states).toHaveLength(7)
  await white.command(game, 'resign')
  await following
  // Presence is sent again whenever nodes have met, whatever is played.
  const told = wires.map((packets) => packets.filter((text) => !text.startsWith('2["presence"')))
  const texts = [...told, states, seen].map((list) => list.map((one) => blurred(one, game)))
  for (const page of [black, white, watcher]) page.close()
  return texts.map((list) => list.filter((text) => !text.includes(`"version":${version + 1}`)))
}

function drawnFrom(page: Page, game: GameId, bytes: ReturnType<typeof seededBytes>) {
  const all = legalMoves(page.position(game))
  return all[randomIndex(all.length, bytes)] ?? expect.fail()
}

/** A text without the parts that differ between games: ids, names and times. */
function blurred(one: unknown, game: GameId): string {
  return (typeof one === 'string' ? one : JSON.stringify(one))
    .replaceAll(game, 'GAME')
    .replace(/\b\d{13}\b|"\d{4}-\d\d-\d\dT[^"]*"/g, 'TIME')
    .replace(/"lagMs":\d+/g, '"lagMs":0')
    .replace(/"(black|white)":\d{4,}/g, '"$1":LEFT')
    .replace(/"id":"[0-9A-Za-z]{12}","name":"[^"]*"/g, 'SOMEBODY')
    .replace(/\[(Black|White|Date|GameDate|UTC\w*|Clock\w*|GameId) "[^"]*"\]/g, '')
    .replace(/\{[^}]*clk[^}]*\}/g, '')
}
