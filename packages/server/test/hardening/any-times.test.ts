import { type GameId, turnAt } from '@hokito/protocol'
import { type ByColor, byColor, opposite } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeSource } from '../../src/index.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { type Page, pairUp, until } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
/** The time that a restart adds for the side to move. */
const GRACE_MS = 3 * SECOND_MS
const SEED = 11

/** A clock that stands still until a test advances it. */
class HandTime implements TimeSource {
  #wall = Date.UTC(2026, 10, 21, 12)
  #monotonic = 5000

  wall(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** An operator sets the wall clock, or the machine sleeps. */
  jump(ms: number): void {
    this.#wall += ms
  }

  /** The process is suspended while time passes. */
  suspend(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
  }
}

type Step =
  | { readonly do: 'move' }
  | { readonly do: 'think' | 'suspend' | 'restart'; readonly seconds: number }
  | { readonly do: 'jump'; readonly hours: number }

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'move' }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom('think', 'think', 'suspend', 'restart'),
        seconds: fc.integer({ min: 2, max: 6 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant<'jump'>('jump'),
        hours: fc.constantFrom(-1, 1, -30, 30),
      }),
    },
  ),
  { minLength: 6, maxLength: 16 },
)

describe('whatever happens to the server', () => {
  test(`S11: each side pays for its own thinking and for nothing else (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const time = new HandTime()
        const server = await startTestServer({ time })
        try {
          await playThrough(all, server, time)
        } finally {
          await server.close()
        }
      }),
      { seed: SEED, numRuns: 12 },
    )
  })

  test('S11: with nobody connected it takes the wall clock, and charges nobody', async () => {
    const time = new HandTime()
    const server = await startTestServer({ time })
    try {
      const { black, white, game } = await begin(server)
      for (const page of [black, white]) page.close()
      time.jump(-30 * HOUR_MS)
      await until(() => isAliveAt(server, time.wall()), 'it takes the wall clock')
      await rejoin({ black, white, game })
      server.advance(2 * SECOND_MS)
      await playTo({ black, white, game }, 5)
      const left = secondsLeft(black, game)
      expect(byColor((color) => Math.round(left[color]))).toEqual({ black: 28, white: 30 })
    } finally {
      await server.close()
    }
  })
})

// --- internal ---

interface Players {
  readonly black: Page
  readonly white: Page
  readonly game: GameId
}

/** A game of half a minute a side after the free moves, with Black to move. */
async function begin(server: TestServer): Promise<Players> {
  const timeControl = { kind: 'fischer', initialSeconds: 30, incrementSeconds: 0 } as const
  const table = await pairUp(server.url, { timeControl })
  await playTo(table, 4)
  return table
}

/** Runs all steps, and compares the cost of each move with a plain sum. */
async function playThrough(
  all: readonly Step[],
  server: TestServer,
  time: HandTime,
): Promise<void> {
  const players = await begin(server)
  const { black, game } = players
  let ply = 4
  let thoughtMs = 0
  for (const step of all) {
    switch (step.do) {
      case 'think': {
        const ms = step.seconds * SECOND_MS
        // Running out of time would end the game, and with it the test.
        const left = secondsLeft(black, game)[turnAt(ply)] * SECOND_MS
        if (left - thoughtMs - ms < 4 * SECOND_MS) break
        server.advance(ms)
        thoughtMs += ms
        break
      }
      case 'suspend':
        time.suspend(step.seconds * 10 * SECOND_MS)
        break
      case 'jump':
        time.jump(step.hours * HOUR_MS)
        break
      case 'restart':
        await server.restart(step.seconds * 60 * SECOND_MS)
        await rejoin(players)
        thoughtMs -= GRACE_MS
        break
      case 'move': {
        const before = secondsLeft(black, game)
        const cost = Math.max(0, thoughtMs) / SECOND_MS
        const mover = turnAt(ply)
        ply++
        await playTo(players, ply)
        const after = await black.sees(game, ({ moves }) => moves.length === ply)
        expect(after.ending).toBeUndefined()
        const paid = byColor((color) => before[color] - secondsLeft(black, game)[color])
        expect(byColor((color) => Math.round(paid[color]))).toEqual({
          [mover]: cost,
          [opposite(mover)]: 0,
        })
        thoughtMs = 0
      }
    }
  }
}

async function rejoin({ black, white, game }: Players): Promise<void> {
  for (const page of [black, white]) {
    page.close()
    await page.connect()
    await page.openGame(game)
  }
}

/** To be rounded, because measured lag is given back, at most 0.35 s a move in so short a game. */
function secondsLeft(page: Page, game: GameId): ByColor<number> {
  const { remainingMs } = page.view(game).clock
  return byColor((color) => remainingMs[color] / SECOND_MS)
}

/** Whether the server's last heartbeat is near that time by its own clock. */
function isAliveAt({ databaseFile }: TestServer, at: number): boolean {
  const sqlite = new Sqlite(databaseFile, { readonly: true })
  const row = sqlite.prepare("select value from facts where name = 'aliveAt'").get() as {
    value: string
  }
  sqlite.close()
  return Math.abs(Number(row.value) - at) < 60 * SECOND_MS
}
