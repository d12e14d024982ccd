import { firstMoveMs } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { expect } from 'vitest'
import { AT_ONCE, DEAF, offer, pairAcross, QUICK, test, twinOf } from '../helpers/across.ts'
import { followGame } from '../helpers/follow.ts'
import { type Club, describeOnNodes } from '../helpers/nodes.ts'
import { commandId, Page, pairUp, startedBy } from '../helpers/page.ts'
import { moveIn, playTo } from '../helpers/play.ts'
import { wait } from '../helpers/server-process.mjs'

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
      await expect.poll(() => plies.at(-1), { timeout: 60_000 }).toBe(ply)
    }
    await black.hear('presence', ({ watchers }) => watchers === 1)
    await black.command(game, 'resign')
    await following
    expect(winner).toBe('white')
    const watchers = () => black.presence.get(game)?.watchers
    await expect.poll(watchers, { timeout: 60_000 }).toBe(0)
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

  test('takes a move straight away from a page that has come over from the other node', async ({
    club,
    other,
  }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    expect(twin.view(game).moves).toHaveLength(4)
    await moveIn(twin, game)
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

  test('begins its second game when both are ready, each on another node', async ({ club }) => {
    const { black, white, game } = await pairAcross(club, { games: 2 })
    await playTo({ black, white, game }, 3)
    await black.command(game, 'resign')
    const { next = expect.fail() } = await white.sees(game, (view) => view.next !== undefined)
    for (const page of [black, white]) await page.openGame(next)
    const { since, standsUntil } = white.view(next).clock
    expect(standsUntil).toBe(since)
    expect((await black.command(next, 'ready')).ok).toBe(true)
    await white.sees(next, ({ ready }) => ready?.white === true)
    expect((await white.command(next, 'ready')).ok).toBe(true)
    await black.sees(next, ({ clock }) => clock.standsUntil === undefined)
    expect(black.view(next)).toEqual(white.view(next))
    const [stored] = await club.database.run<{ at: string }>(
      `select at from deadlines join games on games.key = deadlines.game where games.id = '${next}'`,
    )
    expect(Number(stored?.at) - black.view(next).clock.since).toBe(firstMoveMs(black.view(next)))
  })

  test('can be asked for again after its end by a player who has left it', async ({ club }) => {
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
    await expect.poll(listed, { timeout: 60_000, interval: 500 }).toEqual([game])
    await anna.command(game, 'abort')
    await expect.poll(listed, { timeout: 60_000, interval: 500 }).toEqual([])
  })
})

describeOnNodes('who is there', AT_ONCE, () => {
  test('is known on both nodes, and who plays on another node has not left', async ({ club }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 5)
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
    await playTo({ black, white, game }, 5)
    await black.hear('presence', ({ seats }) => seats.white.isHere)
    white.close()
    await black.hear('presence', ({ seats }) => !seats.white.isHere)
    expect(await black.command(game, 'claim')).toMatchObject({
      refusal: { code: 'tooEarlyToClaim' },
    })
    // Repeated in case a node was too busy to be heard for a moment, because then the wait starts
    // again.
    const claimLater = async () => {
      for (const node of club.nodes) node.advance(600_000)
      return (await black.command(game, 'claim')).ok
    }
    await expect.poll(claimLater, { timeout: 60_000 }).toBe(true)
  })

  test.for(['one', 'other'] as const)(
    'cannot be claimed while node %s does not hear Redis',
    async (which, { club, one, other, expect }) => {
      const { black, white, game } = await pairAcross(club)
      await playTo({ black, white, game }, 5)
      const cut = which === 'one' ? one : other
      cut.redis.cut()
      await expect.poll(() => one.readiness(), { timeout: 60_000 }).toMatchObject(DEAF)
      for (const node of club.nodes) node.advance(120_000)
      expect(await black.command(game, 'claim')).toMatchObject({
        refusal: { code: 'tooEarlyToClaim' },
      })
    },
  )
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
  })

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
    await expect.poll(() => countGames(club), { timeout: 60_000 }).toBe(50)
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
  })

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
      .poll(() => bert.send({ type: 'seeChallenge', challenge }), { timeout: 60_000 })
      .toMatchObject({ refusal: { code: 'unknownChallenge' } })
  })
})

// --- internal ---

async function countGames(club: Club): Promise<number> {
  const [row] = await club.database.run<{ count: number }>(
    'select count(*)::int as count from games',
  )
  return row?.count ?? expect.fail()
}
