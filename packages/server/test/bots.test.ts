import type { GameView } from '@hokito/protocol'
import { parseRecord, replay, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { GameStore } from '../src/store/game-store.ts'
import { playBadly } from './helpers/bot.ts'
import { pairUp } from './helpers/page.ts'
import { startTestServer } from './helpers/server.ts'

const GAMES = 200
const SEED = 2026
const TROUBLE = {
  duplicate: 0.1,
  stale: 0.05,
  illegal: 0.05,
  disconnect: 0.02,
  offer: 0,
  delayMs: 8,
}

test(`200 games by 400 bots on bad connections (seed ${SEED}) end the same for everyone`, async () => {
  const server = await startTestServer({
    limits: {
      guestsPerMinute: 10_000,
      requestsPerMinute: 10_000,
      connectionsPerAddress: 10_000,
      burst: 1000,
      perSecond: 1000,
    },
  })
  const damaged: string[] = []
  const tables = await Promise.all(Array.from({ length: GAMES }, () => pairUp(server.url)))
  await Promise.all(
    tables.flatMap(({ black, white, game }, n) =>
      [black, white].map((page, side) => {
        const bytes = seededBytes(SEED * 1000 + n * 2 + side)
        return playBadly(page, game, { bytes, trouble: TROUBLE })
      }),
    ),
  )
  for (const { black, white, game } of tables) {
    const stored = (await (await fetch(`${server.url}/api/games/${game}`)).json()) as GameView
    for (const page of [black, white]) {
      expect(await page.sees(game, ({ version }) => version === stored.version)).toEqual(stored)
    }
    const hgn = await (await fetch(`${server.url}/api/games/${game}/hgn`)).text()
    const record = parseRecord(hgn)
    if (!record.ok) throw new Error(hgn)
    expect(record.value.moves).toEqual(stored.moves)
    expect(replay(record.value).ok).toBe(true)
    expect(record.value.ending).toEqual(stored.ending)
  }
  for (const { black, white } of tables) for (const page of [black, white]) page.close()
  const games = await server.inStore(async (db) => {
    const finished = []
    const store = new GameStore(db, (id) => damaged.push(id))
    for await (const game of store.finished()) finished.push(game)
    return finished
  })
  expect(games.filter(({ kind }) => kind === 'sound')).toHaveLength(GAMES)
  expect(damaged).toEqual([])
  await server.close()
})
