import type { GameId, TournamentId } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { NO_TALLY, tallied } from '../src/tournaments/arena-score.ts'
import { PASSWORD, post } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { Program } from './helpers/program.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import {
  ARENA,
  BEGUN_MS,
  dealt,
  ended,
  gamesIn,
  holdAs,
  lose,
  membersOf,
  named,
  OVER_MS,
  playing,
  press,
  seen,
  WAVE_MS,
} from './helpers/tournament.ts'

const server = kept(() => startTestServer({ rhythm: OFTEN }))
const members = membersOf(() => server)

const waits = (page: Page, id: TournamentId) =>
  expect.poll(async () => (await seen(page, id)).you?.waits, { timeout: 60_000 })

const pairingsOf = (id: TournamentId) =>
  server.inStore((db) =>
    db
      .selectFrom('arenaPairings')
      .selectAll()
      .where('tournament', '=', id)
      .orderBy('number')
      .execute(),
  )

/** The standings recomputed from the games that count. */
async function recomputed(all: readonly Page[], id: TournamentId) {
  const rows = await pairingsOf(id)
  return Object.fromEntries(
    all.map(({ player }) => {
      const own = rows.filter((row) => row.player === player.id)
      const counted = own.flatMap(({ score, points }) =>
        score === null || points === null ? [] : [{ score, points }],
      )
      return [player.name, counted.reduce(tallied, NO_TALLY)]
    }),
  )
}

/** Offers a draw, which the opponent accepts. */
async function draw(all: readonly Page[], game: GameId, one: Page): Promise<void> {
  const other = await dealt(all, game, one)
  const offered = await one.command(game, 'offerDraw')
  if (!offered.ok) throw new Error(JSON.stringify(offered.refusal))
  await other.sees(game, ({ offers }) => offers.length > 0)
  const [offer] = other.view(game).offers
  if (offer === undefined) throw new Error('no offer')
  await other.command(game, 'acceptOffer', { offer: offer.id })
  await one.sees(game, ({ ending }) => ending !== undefined)
  for (const page of [one, other]) await page.send({ type: 'closeGame', game })
}

describe('an arena', () => {
  test('is played from joining to the end, and its standings are the sum of its games', async () => {
    const all = await members(4)
    const id = await holdAs(all, ARENA)
    expect((await seen(all[0], id)).you).toMatchObject({ isOut: false, waits: 'notBegun' })
    server.advance(BEGUN_MS)
    const order = all.map(({ player }) => player.name)
    for (let wave = 1; wave <= 4; wave++) {
      server.advance(WAVE_MS)
      const games = await playing(all[0], id, 2)
      expect(games.flatMap(({ names }) => names).toSorted()).toEqual(order.toSorted())
      for (const { names, game } of games) {
        // The player who joined later loses; the last two draw.
        const loser = named(
          all,
          order.findLast((name) => names.includes(name)),
        )
        const areLast = order.slice(2).every((name) => names.includes(name))
        if (areLast) await draw(all, game, loser)
        else await lose(all, game, loser)
      }
      await playing(all[0], id, 0)
    }
    server.advance(OVER_MS)
    await ended(all[0], id)
    const last = await seen(all[0], id)
    const sums = await recomputed(all, id)
    expect(Object.values(sums).reduce((total, { games }) => total + games, 0)).toBe(16)
    for (const { name, score, games, wins, streak, points } of last.standings) {
      expect({ score, games, wins, streak, points }).toEqual(sums[name])
    }
    // Four wins in a row score 2, 2, 4 and 4.
    expect(last.standings[0]).toMatchObject({ name: order[0], place: 1, score: 12, streak: 4 })
    expect(last.you).toEqual({ isOut: false, standing: last.standings[0] })
    const [winner] = all
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: winner?.cookie ?? '' },
    })
    const { games, wins, score, points } = last.standings[0] ?? expect.fail()
    expect(JSON.parse(body).tournaments).toMatchObject([
      { tournament: id, arena: { games, wins, score, points } },
    ])
    const rows = await pairingsOf(id)
    for (const { player } of all) {
      const own = rows.filter((row) => row.player === player.id)
      // The page lists all of them, the latest first.
      const listed = await gamesIn(all[0], id, player.name)
      expect(listed.games.map(({ number, games }) => [number, ...games])).toEqual(
        own.map(({ number, game }) => [number, game]).toReversed(),
      )
      expect(listed.games.map((game) => [game.score, game.points[0]])).toEqual(
        own.map((row) => [row.score, row.points]).toReversed(),
      )
      const [{ number = 0 } = {}] = listed.games
      expect((await gamesIn(all[0], id, player.name, number)).games).toEqual(listed.games.slice(1))
      expect(own.map(({ number }) => number)).toEqual([1, 2, 3, 4])
      // No player meets the same opponent twice in a row, and the first move alternates.
      for (const [index, { opponent }] of own.entries()) {
        expect(opponent).not.toBe(own[index + 1]?.opponent)
      }
      const blacks = own.filter(({ isBlack }) => isBlack === 1).length
      expect(blacks).toBeGreaterThan(0)
      expect(blacks).toBeLessThan(4)
    }
  })

  test('takes players who come later, and lets players who pause come back', async () => {
    const all = await members(2)
    const [one, other] = all as [Page, Page]
    const id = await holdAs([one], ARENA)
    server.advance(BEGUN_MS)
    await waits(one, id).toBe('noOpponent')
    await press(one, 'leave', { tournament: id })
    expect((await seen(one, id)).you).toMatchObject({ isOut: true, waits: 'paused' })
    expect(await press(other, 'enter', { tournament: id })).toMatchObject({ status: 200 })
    server.advance(WAVE_MS)
    await waits(other, id).toBe('noOpponent')
    expect(await press(one, 'enter', { tournament: id })).toMatchObject({ status: 200 })
    server.advance(WAVE_MS)
    const [game] = await playing(one, id, 1)
    const { you, tournament } = await seen(other, id)
    expect(tournament.entered).toBe(2)
    expect(you?.match?.games).toEqual([game?.game])
    expect(you?.waits).toBeUndefined()
  })

  test('lets the two who are alone meet again after a while', async () => {
    const all = await members(2)
    const id = await holdAs(all, ARENA)
    server.advance(BEGUN_MS)
    const [first] = await playing(all[0], id, 1)
    if (first === undefined) throw new Error('there is one')
    await lose(all, first.game, all[0])
    await playing(all[0], id, 0)
    server.advance(WAVE_MS)
    await waits(all[0], id).toBe('nextPairing')
    server.advance(15_000)
    const [second] = await playing(all[0], id, 1)
    expect(second?.game).not.toBe(first.game)
    const rows = await pairingsOf(id)
    const blacks = rows.flatMap(({ isBlack, player }) => (isBlack === 1 ? player : []))
    expect(new Set(blacks).size).toBe(2)
  })

  test('takes a game from a player who does not come to it, and pauses them', async () => {
    const all = await members(2)
    const id = await holdAs(all, ARENA)
    server.advance(BEGUN_MS)
    const [match] = await playing(all[0], id, 1)
    if (match === undefined) throw new Error('there is one')
    const [present, absent] = all as [Page, Page]
    await present.openGame(match.game)
    await present.command(match.game, 'share', { share: '0a'.repeat(16) })
    server.advance(61_000)
    await waits(absent, id).toBe('paused')
    await waits(present, id).toBe('noOpponent')
    const { standings } = await seen(present, id)
    expect(standings).toMatchObject([
      { name: present.player.name, score: 2, wins: 1 },
      { name: absent.player.name, score: 0, isOut: true },
    ])
  })

  test('does not count what ends after its time, and begins nothing shortly before', async () => {
    const all = await members(4)
    const id = await holdAs(all, ARENA)
    server.advance(BEGUN_MS)
    const games = await playing(all[0], id, 2)
    const [first, second] = games
    if (first === undefined || second === undefined) throw new Error('there are two')
    const [winner, loser] = first.names.map((name) => named(all, name)) as [Page, Page]
    await dealt(all, second.game, named(all, second.names[0]))
    // The clock does not refuse moves that are made late.
    await lose(all, first.game, loser)
    await playing(all[0], id, 1)
    await server.inStore((db) =>
      db
        .updateTable('tournaments')
        .set((row) => ({ startsAt: row('startsAt', '-', 569_000) }))
        .where('id', '=', id)
        .execute(),
    )
    await waits(winner, id).toBe('closing')
    server.advance(31_000)
    await lose(all, second.game, named(all, second.names[0]))
    await ended(all[0], id)
    const { standings, matches, you } = await seen(winner, id)
    expect(matches).toEqual([])
    expect(standings.map(({ games: played }) => played).toSorted()).toEqual([0, 0, 1, 1])
    expect(standings[0]).toMatchObject({ name: winner.player.name, score: 2 })
    expect(you?.waits).toBeUndefined()
    const open = (await pairingsOf(id)).filter(({ score }) => score === null)
    expect(open.map(({ game }) => game)).toEqual([second.game, second.game])
  })

  test('goes on after a restart in the middle of its games', async () => {
    const all = await members(2)
    const id = await holdAs(all, ARENA)
    server.advance(BEGUN_MS)
    const [match] = await playing(all[0], id, 1)
    if (match === undefined) throw new Error('there is one')
    for (const page of all) page.close()
    await server.restart()
    for (const page of all) await page.connect()
    const again = await playing(all[0], id, 1)
    expect(again).toEqual([match])
    await lose(all, match.game, all[1] as Page)
    await playing(all[0], id, 0)
    const { standings } = await seen(all[0], id)
    expect(standings).toMatchObject([{ score: 2 }, { score: 0 }])
  })

  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
  ])('goes on when the clock is put back by %s meanwhile', async (_, backMs) => {
    const all = await members(2)
    const id = await holdAs(all, ARENA)
    server.advance(BEGUN_MS)
    const [{ game } = expect.fail('there is one')] = await playing(all[0], id, 1)
    for (const page of all) page.close()
    await server.restart(-backMs)
    for (const page of all) await page.connect()
    await lose(all, game, all[1] as Page)
    server.advance(WAVE_MS)
    const next = async () => (await seen(all[0], id)).matches.flatMap(({ games }) => games)
    await expect.poll(next, { timeout: 60_000 }).toEqual([expect.not.stringContaining(game)])
    const { standings } = await seen(all[0], id)
    expect(standings).toMatchObject([{ score: 2 }, { score: 0 }])
  })
})

describe('joining an arena', () => {
  test('is refused once it is over, and where it is full', async () => {
    const [one, late] = (await members(2)) as [Page, Page]
    const id = await holdAs([one], ARENA)
    await server.inStore((db) =>
      db.updateTable('tournaments').set({ entered: 1000 }).where('id', '=', id).execute(),
    )
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({
      status: 409,
      refusal: { code: 'tournamentFull' },
    })
    server.advance(OVER_MS + BEGUN_MS)
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({
      status: 409,
      refusal: { code: 'tournamentOver' },
    })
  })

  test('is undone by leaving before it begins', async () => {
    const [one, other] = (await members(2)) as [Page, Page]
    const id = await holdAs([one, other], ARENA)
    await press(other, 'leave', { tournament: id })
    expect(await seen(other, id)).toMatchObject({
      tournament: { entered: 1 },
      standings: [{ name: one.player.name }],
    })
    expect((await seen(other, id)).you).toBeUndefined()
    expect(await press(other, 'enter', { tournament: id })).toMatchObject({ status: 200 })
    expect((await seen(other, id)).tournament.entered).toBe(2)
  })

  test('counts among what one may have entered, also after a pause', async () => {
    const all = await members(4)
    const [one] = all
    const paused = await holdAs([one], ARENA)
    server.advance(BEGUN_MS)
    await waits(one, paused).toBe('noOpponent')
    await press(one, 'leave', { tournament: paused })
    const others = await Promise.all(
      [1, 1, 2, 2, 3].map((maker) => press(all[maker] as Page, 'make', ARENA)),
    )
    for (const { read } of others) {
      const { tournament } = Object(read)
      expect(await press(one, 'enter', { tournament })).toMatchObject({ status: 200 })
    }
    expect(await press(one, 'enter', { tournament: paused })).toMatchObject({
      status: 409,
      refusal: { code: 'tooManyEntries' },
    })
    expect((await seen(one, paused)).you?.isOut).toBe(true)
  })

  test('ends with the account', async () => {
    const [one, other] = (await members(2)) as [Page, Page]
    const id = await holdAs([one, other], ARENA)
    server.advance(BEGUN_MS - 11_000)
    expect(await post(other, 'delete', { password: PASSWORD })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await seen(one, id)).standings.length).toBe(1)
  })

  test('is for bots only if its maker has said so', async () => {
    const [one] = await members(1)
    const program = await Program.start(server.url, 'Automaton kx')
    try {
      const without = await holdAs([one], ARENA)
      const enter = (id: TournamentId) =>
        fetch(`${server.url}/api/v1/tournaments/${id}/enter`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${program.token}` },
        })
      expect(await (await enter(without)).json()).toMatchObject({ reason: 'forPeople' })
      const id = await holdAs([one], { ...ARENA, admitsBots: true })
      expect((await seen(one, id)).tournament.admitsBots).toBe(true)
      expect((await enter(id)).status).toBe(200)
      server.advance(BEGUN_MS)
      const [match] = await playing(one, id, 1)
      expect(match?.names.toSorted()).toEqual([one.player.name, 'Automaton kx'].toSorted())
      const game = await fetch(`${server.url}/api/v1/games/${match?.game}`)
      const { black, white } = await game.json()
      expect([black, white]).toContainEqual(expect.objectContaining({ isBot: true }))
    } finally {
      program.stop()
    }
  })
})

test('an arena is made within its bounds only, and is never rated', async () => {
  const [maker] = await members(1)
  for (const wrong of [
    { lastsMinutes: 9 },
    { lastsMinutes: 181 },
    { lastsMinutes: undefined },
    { rounds: 3 },
    { isRated: true },
    { admitsBots: false },
    { kind: 'knockout' },
  ]) {
    const answer = await press(maker, 'make', { ...ARENA, ...wrong })
    expect(answer.refusal?.code).toBe('badRequest')
  }
})
