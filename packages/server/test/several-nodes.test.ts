import type { GameId, Terms, TimeControl } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { test as base, expect } from 'vitest'
import { StartError } from '../src/index.ts'
import { followGame } from './helpers/follow.ts'
import {
  type Club,
  describeOnNodes,
  type Node,
  startClub,
  startNode,
  untilItHears,
} from './helpers/nodes.ts'
import { commandId, GIVEN_TERMS, Page, pairUp, startedBy } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { createTestDatabase } from './helpers/postgres.ts'
import { REDIS_URL, startTestServer } from './helpers/server.ts'
import { ServerProcess, wait } from './helpers/server-process.ts'
import { openWire } from './helpers/wire.ts'

interface Nodes {
  readonly club: Club
  readonly one: Node
  readonly other: Node
  /** Two in processes of their own, which can be killed, instead of those. */
  readonly processes: readonly [ServerProcess, ServerProcess]
}

/**
 * Each test has nodes of its own, and mostly waits for them: several run at a time. Where one polls, it does so by its
 * own `expect`, as the imported one does not know which of them it is in.
 */
const test = base.extend<Nodes>({
  club: async ({ onTestFinished }, use) => {
    const club = await startClub()
    onTestFinished(() => club.close())
    await use(club)
  },
  one: ({ club }, use) => use(club.nodes[0] ?? expect.fail()),
  other: ({ club }, use) => use(club.nodes[1] ?? expect.fail()),
  processes: async ({ club, onTestFinished }, use) => {
    for (const node of club.nodes) await node.close()
    const start = async () => {
      const options = { databaseUrl: club.database.url, redisUrl: REDIS_URL }
      const made = await ServerProcess.prepare(options)
      onTestFinished(() => made.close())
      await made.start()
      return made
    }
    await use([await start(), await start()])
  },
})
const AT_ONCE = { concurrent: true }

describeOnNodes('a game between players on two nodes', AT_ONCE, () => {
  test('is played, and both see every move', async ({ club }) => {
    const table = await pairAcross(club)
    await playTo(table, 8)
    const { black, white, game } = table
    expect((await white.command(game, 'resign')).ok).toBe(true)
    await black.sees(game, ({ ending }) => ending?.kind === 'resigned')
  })

  test('is followed by programs on a node that neither of them is on', async ({
    one,
    other,
    expect,
  }) => {
    const { black, white, game } = await pairUp(one.url)
    const plies: number[] = []
    let winner: string | undefined
    const following = followGame(other.url, game, ({ moves, ending }) => {
      plies.push(moves.length)
      winner = ending?.winner
    })
    for (const ply of [1, 2, 3]) {
      await playTo({ black, white, game }, ply)
      await expect.poll(() => plies.at(-1), { timeout: 10_000 }).toBe(ply)
    }
    await black.command(game, 'resign')
    await following
    expect(winner).toBe('white')
    for (const page of [black, white]) page.close()
  })

  test('counts one of two moves that are made at once, and all agree on it', async ({
    club,
    other,
  }) => {
    const { black, white, game } = await pairAcross(club)
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    const [first, second] = legalMoves(black.position(game))
    const replies = await Promise.all([
      black.move(game, first ?? expect.fail()),
      twin.move(game, second ?? expect.fail()),
    ])
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true])
    for (const page of [black, twin, white]) {
      await page.sees(game, ({ moves }) => moves.length === 1)
      expect(page.view(game).moves).toEqual(white.view(game).moves)
    }
  })

  test('counts a command once that comes to both nodes', async ({ club, other }) => {
    const { black, game } = await pairAcross(club)
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    const [move] = legalMoves(black.position(game))
    const command = {
      type: 'move',
      game,
      ply: 0,
      id: commandId(),
      ...(move ?? expect.fail()),
    } as const
    const replies = await Promise.all([black.send(command), twin.send(command)])
    expect(replies.map(({ ok }) => ok)).toEqual([true, true])
    const events = await club.database.run<{ count: number }>(
      `select count(*)::int as count from events where "eventJson" like '%"moved"%'`,
    )
    expect(events).toEqual([{ count: 1 }])
  })

  test('takes a move at once from a page that has come over from the other node', async ({
    club,
    other,
  }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    expect(twin.view(game).moves).toHaveLength(4)
    const [move] = legalMoves(twin.position(game))
    expect((await twin.move(game, move ?? expect.fail())).ok).toBe(true)
    await black.sees(game, ({ moves }) => moves.length === 5)
  })

  test('goes on in its second game, and players hear of it on each node', async ({ club }) => {
    const { black, white, game } = await pairAcross(club, { games: 2 })
    await playTo({ black, white, game }, 3)
    await black.command(game, 'resign')
    const { next } = await white.sees(game, (view) => view.next !== undefined)
    for (const page of [black, white]) {
      await page.hear('started', (told) => told.game === next)
      await page.openGame(next ?? expect.fail())
    }
  })

  test('can be asked for again after its end by somebody who has left it', async ({ club }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 3)
    await black.command(game, 'resign')
    await white.sees(game, ({ ending }) => ending !== undefined)
    await white.send({ type: 'closeGame', game })
    const summary = async () => {
      const reply = await white.send({ type: 'myGames' })
      return reply.ok ? reply.games.find(({ id }) => id === game)?.rematchBy : expect.fail()
    }
    expect(await summary()).toBeUndefined()
    expect((await black.command(game, 'offerRematch')).ok).toBe(true)
    await white.hear('ownGame', ({ rematchBy }) => rematchBy === 'black')
    expect(await summary()).toBe('black')
  })

  test('says what the other says, and knows them by their new name', async ({ club, other }) => {
    const { black, white, game } = await pairAcross(club)
    await black.send({ type: 'say', game, phrase: 'hello' })
    await white.hear('said', ({ color, phrase }) => color === 'black' && phrase === 'hello')
    const twin = await twinOf(black, other)
    const name = 'Otter the Third'
    const renamed = await black.send({ type: 'rename', name })
    expect(renamed).toEqual({ ok: true, player: { id: black.player.id, name } })
    await twin.hear('renamed', ({ player }) => player.name === name)
  })
})

describeOnNodes('the list of running games', AT_ONCE, () => {
  test('has those of both nodes, until they are over', async ({ one, other, expect }) => {
    const anna = await Page.open(one.url)
    const bert = await Page.open(one.url)
    const challenge = await offer(anna)
    const taken = await bert.send({ type: 'acceptChallenge', id: commandId(), challenge })
    const game = taken.ok ? taken.started : expect.fail()
    await Promise.all([anna.openGame(game), bert.openGame(game)])
    const watcher = await Page.open(other.url)
    const listed = async () => {
      const reply = await watcher.send({ type: 'runningGames' })
      return reply.ok ? reply.games.map(({ id }) => id) : expect.fail()
    }
    await expect.poll(listed, { timeout: 10_000, interval: 500 }).toEqual([game])
    await anna.command(game, 'abort')
    await expect.poll(listed, { timeout: 10_000, interval: 500 }).toEqual([])
  }, 30_000)
})

describeOnNodes('who is there', AT_ONCE, () => {
  test('is known on both nodes, and who plays on another node has not left', async ({ club }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    for (const page of [black, white]) {
      await page.hear('presence', ({ seats }) => seats.black.isHere && seats.white.isHere)
    }
    for (const node of club.nodes) node.advance(120_000)
    expect(await black.command(game, 'claim')).toMatchObject({
      refusal: { code: 'tooEarlyToClaim' },
    })
  })

  test('has left who is on no node any more, from then on', async ({ club, expect }) => {
    const { black, white, game } = await pairAcross(club, { timeControl: { kind: 'none' } })
    await playTo({ black, white, game }, 4)
    await black.hear('presence', ({ seats }) => seats.white.isHere)
    white.close()
    await black.hear('presence', ({ seats }) => !seats.white.isHere)
    expect(await black.command(game, 'claim')).toMatchObject({
      refusal: { code: 'tooEarlyToClaim' },
    })
    // Again where a node was too busy to be heard for a moment: then waiting begins anew.
    const claimLater = async () => {
      for (const node of club.nodes) node.advance(600_000)
      return (await black.command(game, 'claim')).ok
    }
    await expect.poll(claimLater, { timeout: 20_000 }).toBe(true)
  }, 30_000)

  test.for(['one', 'other'] as const)(
    'is not claimed by anybody while node %s does not hear Redis',
    async (which, { club, one, other, expect }) => {
      const { black, white, game } = await pairAcross(club)
      await playTo({ black, white, game }, 4)
      const cut = which === 'one' ? one : other
      cut.redis.cut()
      await expect.poll(() => one.readiness(), { timeout: 15_000 }).toMatchObject(DEAF)
      for (const node of club.nodes) node.advance(120_000)
      expect(await black.command(game, 'claim')).toMatchObject({
        refusal: { code: 'tooEarlyToClaim' },
      })
    },
  )
})

describeOnNodes('without Redis', AT_ONCE, () => {
  test.for(['cut', 'hold'] as const)(
    '(%s) games go on and pages catch up',
    { timeout: 60_000 },
    async (how, { club, expect }) => {
      const table = await pairAcross(club)
      await playTo(table, 4)
      for (const node of club.nodes) node.redis[how]()
      for (const node of club.nodes) {
        await expect.poll(() => node.readiness(), { timeout: 15_000 }).toMatchObject(DEAF)
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
      await expect.poll(() => node.readiness(), { timeout: 15_000 }).toMatchObject(DEAF)
    }
    const waiting = await anna.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const { id: challenge } = 'challenge' in waiting ? waiting.challenge : expect.fail()
    const found = await bert.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const game = startedBy(found) ?? expect.fail()
    await anna.hear('started', (told) => told.game === game && told.challenge === challenge)
  }, 30_000)

  test('what was said while a line was broken is found out when it is back', async ({
    club,
    other,
    expect,
  }) => {
    const { black, white, game } = await pairAcross(club)
    other.redis.cut()
    const [move] = legalMoves(black.position(game))
    expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
    const challenge = await offer(black)
    other.redis.mend()
    await white.sees(game, ({ moves }) => moves.length === 1)
    await expect
      .poll(() => white.send({ type: 'seeChallenge', challenge }), { timeout: 10_000 })
      .toMatchObject({ ok: true, challenge: { id: challenge } })
  })
})

describeOnNodes('the lobby', AT_ONCE, () => {
  test('is one: what is offered on one node is seen, taken and withdrawn on the other', async ({
    one,
    other,
    expect,
  }) => {
    const [anna, bert] = [await Page.open(one.url), await Page.open(other.url)]
    await bert.send({ type: 'openLobby' })
    const [taken, withdrawn] = [await offer(anna), await offer(anna)]
    for (const id of [taken, withdrawn]) {
      await bert.hear('lobby', ({ added }) => added.some((added) => added.id === id))
    }
    const accepted = await bert.send({ type: 'acceptChallenge', id: commandId(), challenge: taken })
    const game = accepted.ok ? accepted.started : expect.fail()
    await anna.hear('started', (told) => told.game === game && told.challenge === taken)
    const twin = await twinOf(anna, other)
    expect((await twin.send({ type: 'withdrawChallenge', challenge: withdrawn })).ok).toBe(true)
    await expect
      .poll(() => anna.send({ type: 'seeChallenge', challenge: withdrawn }))
      .toMatchObject({ refusal: { code: 'unknownChallenge' } })
  })

  test('lets nobody take what its maker is not there for, and says when they have come to either node', async ({
    one,
    other,
  }) => {
    const [anna, bert] = [await Page.open(one.url), await Page.open(other.url)]
    const challenge = await offer(anna, false)
    anna.close()
    const take = () => bert.send({ type: 'acceptChallenge', id: commandId(), challenge })
    await wait(8000)
    expect(await take()).toMatchObject({ refusal: { code: 'opponentAway' } })
    await anna.connect()
    await bert.hear('challengerHere', ({ challenger }) => challenger === anna.player.id)
    expect((await take()).ok).toBe(true)
  }, 30_000)

  test('tells nobody that a challenge is withdrawn which another node has taken unheard', async ({
    one,
    other,
  }) => {
    const [anna, bert] = [await Page.open(one.url), await Page.open(one.url)]
    const twin = await twinOf(anna, other)
    const challenge = await offer(anna)
    expect((await twin.send({ type: 'seeChallenge', challenge })).ok).toBe(true)
    other.redis.cut()
    expect((await bert.send({ type: 'acceptChallenge', id: commandId(), challenge })).ok).toBe(true)
    expect(await twin.send({ type: 'withdrawChallenge', challenge })).toMatchObject({
      refusal: { code: 'unknownChallenge' },
    })
  })

  test('gives a challenge to one of two who take it at once', async ({ club, one, other }) => {
    const [anna, bert, cleo] = await Promise.all([
      Page.open(one.url),
      Page.open(one.url),
      Page.open(other.url),
    ])
    for (let round = 0; round < 5; round++) {
      const challenge = await offer(anna)
      const replies = await Promise.all(
        [bert, cleo].map((page) =>
          page.send({ type: 'acceptChallenge', id: commandId(), challenge }),
        ),
      )
      expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true])
    }
    expect(await countGames(club)).toBe(5)
  })

  test('pairs two who seek on two nodes at once, each once: fifty pairs', async ({
    club,
    one,
    other,
    expect,
  }) => {
    const seekers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => Page.open((n % 2 === 0 ? one : other).url)),
    )
    const seek = (page: Page) =>
      page.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const replies = await Promise.all(seekers.map(seek))
    expect(replies.filter(({ ok }) => !ok)).toEqual([])
    await expect.poll(() => countGames(club), { timeout: 20_000 }).toBe(50)
    const players = await club.database.run<{ player: string; count: number }>(`
      select player, count(*)::int as count
      from (select black as player from games union all select white from games) as seats
      group by player`)
    expect(players).toHaveLength(100)
    expect(players.every(({ count }) => count === 1)).toBe(true)
    for (const [place, page] of seekers.entries()) {
      const reply = replies[place] ?? expect.fail()
      const game = startedBy(reply) ?? (await page.hear('started')).game
      const { seats } = await page.openGame(game)
      expect([seats.black.id, seats.white.id]).toContain(page.player.id)
    }
    expect(await club.database.run('select id from challenges')).toEqual([])
  }, 60_000)

  test('closes what is offered for this moment when its maker is on no node any more', async ({
    one,
    other,
    expect,
  }) => {
    const [anna, bert] = [await Page.open(one.url), await Page.open(other.url)]
    const paired = await anna.send({ type: 'quickPair', id: commandId(), timeControl: QUICK })
    const { id: challenge } = 'challenge' in paired ? paired.challenge : expect.fail()
    const moved = await twinOf(anna, other)
    anna.close()
    await wait(12_000)
    expect((await bert.send({ type: 'seeChallenge', challenge })).ok).toBe(true)
    moved.close()
    await expect
      .poll(() => bert.send({ type: 'seeChallenge', challenge }), { timeout: 20_000 })
      .toMatchObject({ refusal: { code: 'unknownChallenge' } })
  }, 60_000)
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
    await expect.poll(deadlines, { timeout: 10_000 }).toEqual([])
  })

  test('goes on while one node is restarted', async ({ club, other }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    await other.restart()
    const [move] = legalMoves(black.position(game))
    expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
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
        // Both hear of it without asking.
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
  }, 60_000)
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
  test('sends its pages to another one at once, and takes no new ones', async ({
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
  }, 60_000)

  test('or one of them stopped for a while: the other plays on, and it catches up', async ({
    club,
    processes,
  }) => {
    const [first, second] = processes
    const table = await pairAcross(club, { timeControl: PLAIN }, [first.url, second.url])
    const { black, white, game } = table
    await playTo(table, 4)
    const frozen = second.freeze(6000)
    const [move] = legalMoves(black.position(game))
    expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
    await frozen
    await white.sees(game, ({ moves }) => moves.length === 5)
    await playTo(table, 8)
    // There was a node all the time, so it ran for White.
    expect(await pauses(club)).toEqual([])
    expect(black.view(game).clockAtPly[6]?.white).toBeLessThan(300_000 - 2000)
    expect(black.view(game).clockAtPly).toEqual(white.view(game).clockAtPly)
  }, 60_000)

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
  }, 60_000)

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
  }, 60_000)
})

// --- internal ---

const QUICK: TimeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 5 }
const PLAIN: TimeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 0 }
const SHORT: TimeControl = { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 }
const DEAF = { status: 'ready', degraded: 'deaf' }

/** Two pages on two nodes in a game with these terms; the first is Black. */
async function pairAcross(
  { nodes: [one, other] }: Club,
  terms: Partial<Terms> = {},
  urls = [one?.url ?? expect.fail(), other?.url ?? expect.fail()] as const,
) {
  const [black, white] = await Promise.all([Page.open(urls[0]), Page.open(urls[1])])
  const offered = await black.send({
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, ...terms },
    color: 'black',
    isListed: false,
  })
  const { id: challenge } = offered.ok ? offered.challenge : expect.fail()
  const taken = await white.send({ type: 'acceptChallenge', id: commandId(), challenge })
  const game: GameId = taken.ok ? taken.started : expect.fail(JSON.stringify(taken))
  await Promise.all([black.openGame(game), white.openGame(game)])
  return { black, white, game }
}

/** The same player on another node. */
async function twinOf({ cookie, player }: Page, node: Node): Promise<Page> {
  const twin = new Page(node.url)
  twin.cookie = cookie
  await twin.signIn()
  expect(twin.player.id).toBe(player.id)
  await twin.connect()
  return twin
}

async function offer(page: Page, isListed = true) {
  const challenge = { terms: GIVEN_TERMS, color: 'random', isListed } as const
  const offered = await page.send({ type: 'challenge', id: commandId(), ...challenge })
  return offered.ok ? offered.challenge.id : expect.fail(JSON.stringify(offered))
}

async function countGames(club: Club): Promise<number> {
  const [row] = await club.database.run<{ count: number }>(
    'select count(*)::int as count from games',
  )
  return row?.count ?? expect.fail()
}

async function pauses(club: Club) {
  return club.database.run<{ eventJson: string }>(
    `select "eventJson" from events where "eventJson" like '%"paused"%'`,
  )
}
