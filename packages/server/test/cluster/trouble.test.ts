import type { TimeControl } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { expect } from 'vitest'
import { StartError } from '../../src/index.ts'
import { AT_ONCE, DEAF, offer, pairAcross, QUICK, test, twinOf } from '../helpers/across.ts'
import { type Club, describeOnNodes, type Node, startNode, untilItHears } from '../helpers/nodes.ts'
import { commandId, Page, startedBy } from '../helpers/page.ts'
import { moveIn, playTo } from '../helpers/play.ts'
import { createTestDatabase } from '../helpers/postgres.ts'
import { startTestServer } from '../helpers/server.ts'
import { wait } from '../helpers/server-process.mjs'
import { REDIS_URL } from '../helpers/services.mjs'
import { openWire } from '../helpers/wire.ts'

describeOnNodes('without Redis', AT_ONCE, () => {
  test.for(['cut', 'hold'] as const)(
    '(%s) games go on and pages catch up',
    async (how, { club, expect }) => {
      const table = await pairAcross(club)
      await playTo(table, 4)
      for (const node of club.nodes) node.redis[how]()
      for (const node of club.nodes) {
        await expect.poll(() => node.readiness(), { timeout: 60_000 }).toMatchObject(DEAF)
      }
      await playTo(table, 7)
      for (const node of club.nodes) node.redis.mend()
      for (const node of club.nodes) await untilItHears(node)
      await playTo(table, 10)
    },
  )

  test('who waits with a challenge hears that it was taken', async ({
    club,
    one,
    other,
    expect,
  }) => {
    const [anna, bert] = [await Page.open(one.url), await Page.open(other.url)]
    for (const node of club.nodes) node.redis.cut()
    for (const node of club.nodes) {
      await expect.poll(() => node.readiness(), { timeout: 60_000 }).toMatchObject(DEAF)
    }
    const waiting = await anna.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const { id: challenge } = 'challenge' in waiting ? waiting.challenge : expect.fail()
    const found = await bert.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const game = startedBy(found) ?? expect.fail()
    await anna.hear('started', (told) => told.game === game && told.challenge === challenge)
  })

  test('who takes a challenge hears that one of their own was taken at that moment', async ({
    club,
    one,
    other,
    expect,
  }) => {
    const [anna, bert, clara] = [
      await Page.open(one.url),
      await Page.open(other.url),
      await Page.open(other.url),
    ]
    for (const node of club.nodes) node.redis.cut()
    for (const node of club.nodes) {
      await expect.poll(() => node.readiness(), { timeout: 60_000 }).toMatchObject(DEAF)
    }
    const pair = { type: 'quickPair', id: commandId(), timeControl: QUICK } as const
    const waiting = await anna.send(pair)
    const { id: own } = 'challenge' in waiting ? waiting.challenge : expect.fail()
    const challenge = await offer(clara)
    const seen = await anna.send({ type: 'seeChallenge', challenge })
    expect(seen.ok).toBe(true)
    const game = startedBy(await bert.send({ ...pair, id: commandId() })) ?? expect.fail()
    // This node does not know yet that Bert has taken Anna's challenge, unless it has just looked.
    const taken = await anna.send({ type: 'acceptChallenge', id: commandId(), challenge })
    if (!taken.ok) expect(taken.refusal.code).toBe('unknownChallenge')
    await anna.hear('started', (told) => told.game === game && told.challenge === own)
  })

  test('what was said while a line was broken is found out when it is back', async ({
    club,
    other,
    expect,
  }) => {
    const { black, white, game } = await pairAcross(club)
    other.redis.cut()
    await moveIn(black, game)
    const challenge = await offer(black)
    other.redis.mend()
    await white.sees(game, ({ moves }) => moves.length === 1)
    await expect
      .poll(() => white.send({ type: 'seeChallenge', challenge }), { timeout: 60_000 })
      .toMatchObject({ ok: true, challenge: { id: challenge } })
  })
})

describeOnNodes('time', AT_ONCE, () => {
  test('ends a game once when it is over, on whichever node', async ({ club }) => {
    const tables = [await pairAcross(club), await pairAcross(club), await pairAcross(club)]
    for (const table of tables) await playTo(table, 4)
    for (const node of club.nodes) node.advance(400_000)
    for (const { black, white, game } of tables) {
      for (const page of [black, white]) {
        const { ending } = await page.sees(game, (view) => view.ending !== undefined)
        expect(ending?.kind).toBe('timeout')
      }
    }
    const ends = await club.database.run<{ count: number }>(
      `select count(*)::int as count from events where "eventJson" like '%"ended"%' group by game`,
    )
    expect(ends.map(({ count }) => count)).toEqual([1, 1, 1])
  })

  test('looks no more at a game that another node has ended while it was to be looked at', async ({
    club,
    expect,
  }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    await black.command(game, 'resign')
    await club.database.run('insert into deadlines select key, 0 from games')
    const deadlines = () => club.database.run('select at from deadlines')
    await expect.poll(deadlines, { timeout: 60_000 }).toEqual([])
  })

  test('goes on while one node is restarted', async ({ club, other }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    await other.restart()
    await moveIn(black, game)
    await white.connect()
    await white.openGame(game)
    expect(white.view(game).moves).toHaveLength(5)
    await playTo({ black, white, game }, 8)
    expect(await pauses(club)).toEqual([])
  })
})

describeOnNodes('without PostgreSQL for a while', AT_ONCE, () => {
  test('time stands in all games, also in those that are open, and is given back once', async ({
    club,
  }) => {
    const wire = await openWire(club.database.url)
    for (const node of club.nodes) await node.close()
    const nodes = [1, 2].map(() => startNode(club.database, { databaseUrl: wire.url }))
    const [first, second] = (await Promise.all(nodes)) as [Node, Node]
    try {
      for (const node of [first, second]) await untilItHears(node)
      const table = await pairAcross(club, { timeControl: SHORT }, [first.url, second.url])
      await playTo(table, 5)
      wire.cut()
      await wait(12_000)
      wire.mend()
      const { black, white, game } = table
      for (const page of [black, white]) {
        // Both pages receive it without asking.
        await page.sees(game, ({ version }) => version > 7)
      }
      await playTo(table, 8)
      const [pause, ...more] = await pauses(club)
      expect(more).toEqual([])
      const { ms } = JSON.parse(pause?.eventJson ?? expect.fail()) as { ms: number }
      expect(ms).toBeGreaterThan(9000)
    } finally {
      wire.mend()
      for (const node of [first, second]) await node.close()
      await wire.close()
    }
  })
})

describeOnNodes('a node that falls silent in the middle of a heartbeat', AT_ONCE, () => {
  test('takes no time from the others', async ({ club, one, other }) => {
    const wire = await openWire(club.database.url)
    await other.close()
    const silent = await startNode(club.database, { databaseUrl: wire.url })
    try {
      const { black, game } = await pairAcross(club, {}, [one.url, one.url])
      await moveIn(black, game)
      wire.holdAt('aliveAt', 2)
      // Longer than PostgreSQL keeps a transaction whose node does not go on.
      await wait(8000)
      expect(await pauses(club)).toEqual([])
    } finally {
      wire.mend()
      await silent.close()
      await wire.close()
    }
  })
})

describeOnNodes('a database that nodes share', AT_ONCE, () => {
  test('is not for a server that wants it alone, nor the other way round', async ({ club }) => {
    const alone = { databaseUrl: club.database.url }
    await expect(startTestServer(alone)).rejects.toThrow(new StartError('databaseInUse'))
    const database = await createTestDatabase()
    const server = await startTestServer({ databaseUrl: database.url })
    try {
      await expect(startNode(database)).rejects.toThrow(new StartError('databaseInUse'))
    } finally {
      await server.close()
      await database.drop()
    }
  })

  test('is not for a node with another secret, until all others have gone', async ({
    club,
    one,
    other,
  }) => {
    const others = { secret: 'o'.repeat(32) }
    await expect(startNode(club.database, others)).rejects.toThrow(new StartError('secretDiffers'))
    await one.close()
    await other.close()
    await (await startNode(club.database, others)).close()
  })

  test('is one of PostgreSQL', async () => {
    const redisUrl = REDIS_URL
    await expect(startTestServer({ redisUrl })).rejects.toThrow(
      new StartError('redisNeedsPostgres'),
    )
  })
})

describeOnNodes('a node that is stopped', AT_ONCE, () => {
  test('sends its pages to another one straight away, and takes no new ones', async ({
    club,
    one,
    other,
  }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    const stopped = one.close()
    const { reconnectAfterMs } = await black.hear('closing')
    expect(reconnectAfterMs).toBeLessThan(100)
    await expect(fetch(one.url)).rejects.toThrow()
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    await playTo({ black: twin, white, game }, 8)
    await stopped
  })
})

describeOnNodes('nodes that are killed', AT_ONCE, () => {
  test('one by one, lose nothing: the other goes on with its games and their time', async ({
    club,
    processes,
  }) => {
    const [first, second] = processes
    const table = await pairAcross(club, { timeControl: SHORT }, [first.url, second.url])
    const { black, white, game } = table
    await playTo(table, 5)
    await second.kill()
    await wait(5000)
    const { ending } = await black.sees(game, (view) => view.ending !== undefined)
    expect(ending).toEqual({ kind: 'timeout', winner: 'black' })
    await second.start()
    await white.connect()
    expect((await white.openGame(game)).ending).toEqual(ending)
    expect(await pauses(club)).toEqual([])
  })

  test('or one of them stopped for a while: the other plays on, and it catches up', async ({
    club,
    processes,
  }) => {
    const [first, second] = processes
    const table = await pairAcross(club, { timeControl: PLAIN }, [first.url, second.url])
    const { black, white, game } = table
    await playTo(table, 4)
    const frozen = second.freeze(6000)
    await moveIn(black, game)
    await frozen
    await white.sees(game, ({ moves }) => moves.length === 5)
    await playTo(table, 8)
    // One node was up all the time, so White's clock ran.
    expect(await pauses(club)).toEqual([])
    expect(black.view(game).clockAtPly[6]?.white).toBeLessThan(300_000 - 2000)
    expect(black.view(game).clockAtPly).toEqual(white.view(game).clockAtPly)
  })

  test('all together, give the time back in which there was none, once', async ({
    club,
    processes,
  }) => {
    const [first, second] = processes
    const table = await pairAcross(club, {}, [first.url, second.url])
    const { black, white, game } = table
    await playTo(table, 5)
    await Promise.all([first.kill(), second.kill()])
    await wait(6000)
    await Promise.all([first.start(), second.start()])
    for (const page of [black, white]) {
      await page.connect()
      await page.openGame(game)
    }
    await playTo(table, 9)
    const [pause, ...more] = await pauses(club)
    expect(more).toEqual([])
    const { ms } = JSON.parse(pause?.eventJson ?? expect.fail()) as { ms: number }
    expect(ms).toBeGreaterThan(6000)
  })

  test('while their players move without a pause, keep every move that was acknowledged', async ({
    club,
    processes,
  }) => {
    const [first, second] = processes
    const table = await pairAcross(club, { timeControl: { kind: 'none' } }, [first.url, second.url])
    const { black, white, game } = table
    for (const [place, each] of [second, first, second].entries()) {
      const [page, its] = each === first ? [black, first] : [white, second]
      await playTo(table, 2 * place + 2)
      const on = black.view(game).moves.length % 2 === 0 ? black : white
      const [move] = legalMoves(on.position(game))
      const moving = on.move(game, move ?? expect.fail()).catch(() => undefined)
      await its.kill()
      const acknowledged = (await moving)?.ok === true
      await its.start()
      await page.connect()
      for (const both of [black, white]) await both.openGame(game)
      expect(black.view(game)).toEqual(white.view(game))
      if (acknowledged) expect(black.view(game).moves.at(-1)).toEqual(move)
    }
  })
})

// --- internal ---

const PLAIN: TimeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 0 }
const SHORT: TimeControl = { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 }

async function pauses(club: Club) {
  return club.database.run<{ eventJson: string }>(
    `select "eventJson" from events where "eventJson" like '%"paused"%'`,
  )
}
