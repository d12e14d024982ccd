import type { GameEvent } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pairUp } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

describe('somebody else’s event in the database of a running server', () => {
  test('S1: delays one command, and the game goes on from what is true', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playTo(table, 4)
    writeAside(game, { kind: 'paused', at: Date.now(), ms: 5000 })
    const [move] = legalMoves(black.position(game))
    expect(await black.move(game, move ?? expect.fail())).toMatchObject({
      ok: false,
      refusal: { code: 'stale' },
    })
    // Who has it open has heard what was missed.
    const { version } = black.view(game)
    await white.sees(game, (view) => view.version === version)
    await playTo(table, 6)
    expect((await white.command(game, 'resign')).ok).toBe(true)
  })

  test('S1: a move of theirs is shown to both players, and counts', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playTo(table, 4)
    const [first, second] = legalMoves(black.position(game))
    if (first === undefined || second === undefined) throw new Error('there is a choice')
    writeAside(game, { kind: 'moved', at: Date.now(), lagMs: 0, ...first })
    expect((await black.move(game, second)).ok).toBe(false)
    for (const page of [black, white]) {
      const view = await page.sees(game, ({ moves }) => moves.length === 5)
      expect(view.moves[4]).toEqual(first)
    }
    await playTo(table, 7)
  })

  test('S1: when time has run out in such a game, it still ends', async () => {
    const table = await pairUp(server.url)
    const { black, game } = table
    await playTo(table, 4)
    writeAside(game, { kind: 'paused', at: Date.now(), ms: 1000 })
    server.advance(400_000)
    const view = await black.sees(game, ({ ending }) => ending !== undefined)
    expect(view.ending?.kind).toBe('timeout')
  })

  test('S1: leaves the other games of the same commit alone', async () => {
    const tables = await Promise.all([1, 2, 3, 4].map(() => pairUp(server.url)))
    for (const table of tables) await playTo(table, 4)
    const [touched] = tables
    writeAside(touched?.game ?? '', { kind: 'paused', at: Date.now(), ms: 1000 })
    const replies = await Promise.all(
      tables.map(({ black, game }) => {
        const [move] = legalMoves(black.position(game))
        return black.move(game, move ?? expect.fail())
      }),
    )
    expect(replies.map(({ ok }) => ok)).toEqual([false, true, true, true])
  })

  test('S1: that cannot be read sets this game aside and no other', async () => {
    const [table, other] = await Promise.all([pairUp(server.url), pairUp(server.url)])
    await playTo(table, 4)
    writeAside(table.game, { kind: 'won', by: 'me' })
    const [move] = legalMoves(table.black.position(table.game))
    expect(await table.black.move(table.game, move ?? expect.fail())).toMatchObject({
      refusal: { code: 'damagedGame' },
    })
    await playTo(other, 4)
  })

  test('S1: counts a command once whose first writing was not heard of', async () => {
    const table = await pairUp(server.url)
    const { black, game } = table
    await playTo(table, 4)
    const [move] = legalMoves(black.position(game))
    if (move === undefined) throw new Error('Black can move')
    const id = 'command-of-before'
    writeAside(game, { kind: 'moved', at: Date.now(), lagMs: 0, ...move }, id)
    const reply = await black.send({ type: 'move', game, ply: 4, id, ...move })
    expect(reply).toMatchObject({ ok: true, game: { moves: { length: 5 } } })
  })
})

// --- internal ---

/** Writes the next event of a game past the server, as a second one on the same file would. */
function writeAside(game: string, event: GameEvent | object, command: string | null = null): void {
  const sqlite = new Sqlite(server.databaseFile)
  const { key, version } = sqlite
    .prepare(
      `select games.key as key, max(events.version) as version
       from games join events on events.game = games.key where games.id = ?`,
    )
    .get(game) as { key: number; version: number }
  sqlite
    .prepare('insert into events (game, version, command, "eventJson") values (?, ?, ?, ?)')
    .run(key, version + 1, command, JSON.stringify(event))
  sqlite.close()
}
