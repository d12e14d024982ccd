import {
  type GameId,
  gamesPageSchema,
  MOST_MADE,
  MOST_MISSED,
  tournamentsReplySchema,
} from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { standingsOf } from '../src/tournaments/standings.ts'
import { PASSWORD, post, tokenOf } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import { Page } from './helpers/page.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import {
  ended,
  hold,
  holdAs,
  lose,
  membersOf,
  named,
  press,
  roundBegun,
  seen,
  WISH,
} from './helpers/tournament.ts'

const server = kept(() => startTestServer({ rhythm: OFTEN }))
const members = membersOf(() => server)

describe('a Swiss tournament', () => {
  test('is played from entering to the end, and its standings follow from its games', async () => {
    const all = await members(5)
    const id = await hold(all)
    server.advance(61_000)
    const order = all.map(({ player }) => player.name)
    for (let round = 1; round <= 3; round++) {
      const { matches, tournament } = await roundBegun(all[0], id, round)
      expect(tournament.rounds).toBe(3)
      expect(matches.flatMap(({ names }) => names).toSorted()).toEqual(order.toSorted())
      expect(matches.filter(({ names }) => names.length === 1)).toHaveLength(1)
      for (const { names, games } of matches) {
        // The player who entered later loses.
        const loser = named(
          all,
          order.findLast((name) => names.includes(name)),
        )
        if (games[0] !== undefined) await lose(all, games[0], loser)
      }
    }
    await ended(all[0], id)
    const answer = await ask(`${server.url}/api/games`, { headers: { cookie: all[0].cookie } })
    const own = gamesPageSchema.parse(JSON.parse(answer.body))
    expect(own.finished.length).toBeGreaterThan(0)
    expect(own.finished.every(({ isOfTournament }) => isOfTournament)).toBe(true)
    const last = await seen(all[0], id)
    expect(last.standings[0]).toMatchObject({ place: 1, name: order[0], score: 6 })
    expect(last.you?.standing).toMatchObject({ place: 1 })
    expect(last.standings.reduce((sum, { score }) => sum + score, 0)).toBe(18)
    const rows = await server.inStore((db) =>
      db.selectFrom('tournamentPairings').selectAll().where('tournament', '=', id).execute(),
    )
    const met = rows.map(({ player, opponent }) => `${player} ${opponent}`)
    expect(new Set(met).size).toBe(met.length)
    const seeded = all.map(({ player }) => player.id)
    const results = rows.map(({ player, opponent, score, points }) => ({
      ...{ player, opponent: opponent ?? undefined },
      ...{ score: score ?? 0, points: points ?? 0 },
    }))
    expect(standingsOf(seeded, results).map(({ player }) => player)).toEqual(
      last.standings.map(({ name }) => named(all, name).player.id),
    )
  })

  test('goes on after a restart in the middle of a round', async () => {
    const all = await members(4)
    const id = await hold(all)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const [first] = matches
    await lose(all, first?.games[0] as GameId, named(all, first?.names[1]))
    for (const page of all) page.close()
    await server.restart()
    for (const page of all) await page.connect()
    const again = await seen(all[0], id)
    expect(again.tournament.round).toBe(1)
    expect(again.matches.map(({ names }) => names)).toEqual(matches.map(({ names }) => names))
    const [, left] = matches
    await lose(all, left?.games[0] as GameId, named(all, left?.names[1]))
    const { matches: second } = await roundBegun(all[0], id, 2)
    const pairs = [...matches, ...second].map(({ names }) => names.toSorted().join(' '))
    expect(new Set(pairs).size).toBe(4)
  })

  test('takes a match from a player who does not come, and continues without one who stays away twice', async () => {
    const all = await members(3)
    const id = await hold(all)
    for (const page of all) page.close()
    server.advance(61_000)
    for (let round = 1; round <= 3; round++) {
      await roundBegun(all[0], id, round)
      server.advance(600_000)
    }
    await ended(all[0], id)
    const { standings } = await seen(all[0], id)
    // Nobody scored except by a bye. A player without one in the first two rounds missed both.
    expect(standings.filter(({ isOut }) => isOut).length).toBeGreaterThan(0)
    for (const page of all) {
      const { you } = await seen(page, id)
      expect(you?.isOut).toBe((you?.missed ?? 0) >= MOST_MISSED)
    }
    expect(standings.map(({ score }) => score)).toEqual([2, 2, 0])
  })

  test('ends straight away if fewer than two have come', async () => {
    const all = await members(1)
    const id = await hold(all)
    server.advance(61_000)
    await ended(all[0], id)
    expect((await seen(all[0], id)).tournament.round).toBe(0)
  })

  test('has no more rounds than it takes for all to have met', async () => {
    const all = await members(2)
    const id = await hold(all, { rounds: 9 })
    server.advance(61_000)
    const { tournament, matches } = await roundBegun(all[0], id, 1)
    expect(tournament.rounds).toBe(1)
    await lose(all, matches[0]?.games[0] as GameId, all[1] as Page)
    await ended(all[0], id)
    expect((await seen(all[0], id)).standings).toMatchObject([{ score: 2 }, { score: 0 }])
  })

  test('continues without a player who has left it', async () => {
    const all = await members(4)
    const id = await hold(all)
    const [, , , leaver] = all as [Page, Page, Page, Page]
    expect((await seen(leaver, id)).tournament.entered).toBe(4)
    expect(await press(leaver, 'leave', { tournament: id })).toMatchObject({ status: 200 })
    expect(await press(leaver, 'leave', { tournament: id })).toMatchObject({
      status: 409,
      refusal: { code: 'notEntered' },
    })
    expect((await seen(leaver, id)).tournament.entered).toBe(3)
    server.advance(61_000)
    const { matches, you } = await roundBegun(all[0], id, 1)
    expect(matches.flatMap(({ names }) => names)).not.toContain(leaver.player.name)
    expect(you?.match?.names).toContain(all[0].player.name)
    expect((await seen(leaver, id)).you).toBeUndefined()
  })
})

describe('entering', () => {
  test('is for accounts, until it starts, once', async () => {
    const all = await members(2)
    const id = await hold([all[0]])
    const guest = await Page.open(server.url)
    expect(await press(guest, 'enter', { tournament: id })).toMatchObject({
      status: 403,
      refusal: { code: 'needsAccount' },
    })
    await press(all[0], 'enter', { tournament: id })
    expect((await seen(all[0], id)).tournament.entered).toBe(1)
    server.advance(61_000)
    expect(await press(all[1] as Page, 'enter', { tournament: id })).toMatchObject({
      status: 409,
      refusal: { code: 'tournamentStarted' },
    })
    expect(await press(all[0], 'enter', { tournament: 'A'.repeat(12) })).toMatchObject({
      status: 404,
      refusal: { code: 'unknownTournament' },
    })
    guest.close()
  })

  test('of a tournament that is full is refused', async () => {
    const all = await members(1)
    const id = await hold(all)
    await server.inStore((db) =>
      db.updateTable('tournaments').set({ entered: 1000 }).where('id', '=', id).execute(),
    )
    const [late] = await members(1)
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({
      refusal: { code: 'tournamentFull' },
    })
  })

  test('ends with the account', async () => {
    const [one] = await members(1)
    const [other] = await members(1)
    const id = await hold([one, other])
    expect(await post(other, 'delete', { password: PASSWORD })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await seen(one, id)).tournament.entered).toBe(1)
  })
})

describe('cancelling', () => {
  test('is for the maker, before the start, once', async () => {
    const [maker, other = expect.fail('no second player'), late] = await members(3)
    const id = await hold([maker, other])
    const cancel = async (page: Page, tournament = id) =>
      (await press(page, 'cancel', { tournament })).refusal?.code
    expect(await cancel(other)).toBe('notMaker')
    expect(await cancel(maker, 'A'.repeat(12) as typeof id)).toBe('unknownTournament')
    expect((await seen(maker, id)).tournament.endedAt).toBeUndefined()
    expect(await cancel(maker)).toBeUndefined()
    const { endedAt = 0, startsAt, round } = (await seen(other, id)).tournament
    expect(round).toBe(0)
    expect(endedAt).toBeLessThan(startsAt)
    expect(await cancel(maker)).toBe('tournamentOver')
    expect((await press(late as Page, 'enter', { tournament: id })).refusal?.code).toBe(
      'tournamentOver',
    )
    // The place among the maker's unfinished tournaments is free again.
    for (let made = 0; made < MOST_MADE; made++) await hold([maker])
    // It never begins, although two had entered.
    server.advance(61_000)
    await hold([other])
    expect((await seen(maker, id)).tournament.round).toBe(0)
  })

  test('is refused once the tournament is due', async () => {
    const [maker] = await members(1)
    const id = await hold([maker])
    const { timeControl, startsInMinutes } = WISH
    const wish = { kind: 'arena', lastsMinutes: 10, timeControl, startsInMinutes }
    const arena = await holdAs([maker], wish)
    server.advance(61_000)
    await ended(maker, id)
    const codes = [id, arena].map(
      async (tournament) => (await press(maker, 'cancel', { tournament })).refusal?.code,
    )
    expect(await Promise.all(codes)).toEqual(['tournamentOver', 'tournamentStarted'])
  })
})

describe('the tournaments of a player', () => {
  const ownOf = async (cookie: string) => {
    const headers = cookie === '' ? {} : { cookie }
    const { body } = await ask(`${server.url}/api/account/tournaments`, { headers })
    return tournamentsReplySchema.parse(JSON.parse(body)).tournaments.map(({ id }) => id)
  }

  test('are those entered that are not over, the next first', async () => {
    const [anna, bert = expect.fail('no second player')] = await members(2)
    const later = await hold([anna], { startsInMinutes: 9 })
    const sooner = await hold([bert])
    expect(await ownOf(anna.cookie)).toEqual([later])
    expect(await press(anna, 'enter', { tournament: sooner })).toMatchObject({ status: 200 })
    expect(await ownOf(anna.cookie)).toEqual([sooner, later])
    expect(await press(anna, 'leave', { tournament: later })).toMatchObject({ status: 200 })
    expect(await ownOf(anna.cookie)).toEqual([sooner])
    expect(await ownOf('')).toEqual([])
    expect(await press(anna, 'leave', { tournament: sooner })).toMatchObject({ status: 200 })
    server.advance(61_000)
    await ended(bert, sooner)
    expect(await ownOf(bert.cookie)).toEqual([])
  })

  test('that was called off is there until it is deleted, after those to come', async () => {
    const [anna, bert = expect.fail('no second player')] = await members(2)
    const off = await hold([anna, bert])
    const later = await hold([bert], { startsInMinutes: 9 })
    expect(await press(anna, 'cancel', { tournament: off })).toMatchObject({ status: 200 })
    expect(await ownOf(anna.cookie)).toEqual([off])
    expect(await ownOf(bert.cookie)).toEqual([later, off])
  })
})

describe('making a tournament', () => {
  test('is refused to a player who has made enough of them, to other sites, and beyond its bounds', async () => {
    const [maker] = await members(1)
    const answers = await Promise.all(
      Array.from({ length: MOST_MADE + 2 }, () => press(maker, 'make', WISH)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_MADE)
    expect(answers.find(({ status }) => status !== 200)?.refusal?.code).toBe('tooManyTournaments')
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect(await press(maker, 'make', WISH, foreign)).toMatchObject({ status: 403 })
    for (const wrong of [
      { rounds: 0 },
      { rounds: 12 },
      { startsInMinutes: 0 },
      { timeControl: { kind: 'correspondence', daysPerMove: 2 } },
      { timeControl: { kind: 'none' } },
    ]) {
      const answer = await press(maker, 'make', { ...WISH, ...wrong })
      expect(answer.refusal?.code).toBe('badRequest')
    }
  })

  test('and entering it can be done by a program', async () => {
    const token = await tokenOf(server.url, 'Programmed', ['challenges:write'])
    const send = (path: string, body?: unknown) =>
      fetch(`${server.url}/api/v1/tournaments${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const made = await (await send('', WISH)).json()
    expect((await send(`/${made.tournament}/enter`)).status).toBe(200)
    const looked = await fetch(`${server.url}/api/v1/tournaments/${made.tournament}`)
    expect(await looked.json()).toMatchObject({
      tournament: { entered: 1, maker: 'Programmed' },
      standings: [{ name: 'Programmed', place: 1 }],
    })
    const left = await send(`/${made.tournament}/leave`)
    expect(left.status).toBe(200)
    expect(await (await send(`/${made.tournament}/leave`)).json()).toMatchObject({
      code: 'refused',
      reason: 'notEntered',
    })
    expect((await send(`/${'A'.repeat(12)}/enter`)).status).toBe(404)
    expect((await send(`/${made.tournament}/cancel`)).status).toBe(200)
    expect(await (await send(`/${made.tournament}/cancel`)).json()).toMatchObject({
      reason: 'tournamentOver',
    })
  })
})

describe('a tournament with a name of its own', () => {
  test('is called by it in lists, on its page and in its games', async () => {
    const [maker, ...others] = await members(2)
    const id = await hold([maker, ...others], { name: '  Autumn Cup ' })
    expect((await seen(maker, id)).tournament.name).toBe('Autumn Cup')
    expect(JSON.stringify(await (await fetch(`${server.url}/api/tournaments`)).json())).toContain(
      'Autumn Cup',
    )
    server.advance(61_000)
    const { matches } = await roundBegun(maker, id, 1)
    const link = await fetch(`${server.url}/api/games/${matches[0]?.games[0]}/tournament`)
    expect(await link.json()).toMatchObject({ tournament: { id, name: 'Autumn Cup' } })
  })

  test.each(['A', 'Hokito Team', '🏆🏆🏆', 'x'.repeat(25)])('cannot be called %s', async (name) => {
    const [maker] = await members(1)
    const made = await press(maker, 'make', { ...WISH, name })
    expect(made.refusal).toEqual({ code: 'badTournamentName' })
  })
})
