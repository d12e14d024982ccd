import { describe, expect, test } from 'vitest'
import { roundRobinStandings } from '../../src/tournaments/round-robin.ts'
import { kept } from '../helpers/kept.ts'
import type { Page } from '../helpers/page.ts'
import { OFTEN, severalRounds, startTestServer } from '../helpers/server.ts'
import {
  ARENA,
  BEGUN_MS,
  ended,
  holdAs,
  lose,
  membersOf,
  named,
  playing,
  press,
  ROUND_ROBIN,
  roundBegun,
  seen,
  WAVE_MS,
} from '../helpers/tournament.ts'

const server = kept(() => startTestServer({ rhythm: OFTEN }))
const members = membersOf(() => server)

describe('a round robin', () => {
  test('lets everyone meet everyone, in rounds that are known from the start', async () => {
    const all = await members(3)
    const id = await holdAs(all, ROUND_ROBIN)
    expect((await seen(all[0], id)).tournament.rounds).toBe(3)
    server.advance(61_000)
    const order = all.map(({ player }) => player.name)
    await roundBegun(all[0], id, 1)
    const announced = await Promise.all(
      [1, 2, 3].map(async (round) => (await seen(all[0], id, `?round=${round}`)).matches),
    )
    expect(announced[2]?.every(({ games, scores }) => games.length === 0 && !scores)).toBe(true)
    for (let round = 1; round <= 3; round++) {
      const { matches } = await roundBegun(all[0], id, round)
      const meeting = (all: typeof matches | undefined) => all?.map(({ names }) => names.toSorted())
      expect(meeting(matches)).toEqual(meeting(announced[round - 1]))
      const own = announced[round]?.find(({ names }) => names.includes(order[0] ?? ''))
      const next = own?.names.find((name) => name !== order[0])
      expect((await seen(all[0], id)).you?.next).toBe(next)
      for (const { names, games } of matches) {
        const loser = named(
          all,
          order.findLast((name) => names.includes(name)),
        )
        if (games[0] !== undefined) await lose(all, games[0], loser)
      }
    }
    await ended(all[0], id)
    const last = await seen(all[0], id)
    expect(last.standings).toMatchObject([
      { name: order[0], score: 4, headToHead: 0, sonnebornBerger: 4 },
      { name: order[1], score: 2, sonnebornBerger: 0 },
      { name: order[2], score: 0, sonnebornBerger: 0 },
    ])
    expect(last.crosstable).toEqual([
      [null, 2, 2],
      [0, null, 2],
      [0, 0, null],
    ])
    const rows = await server.inStore((db) =>
      db.selectFrom('tournamentPairings').selectAll().where('tournament', '=', id).execute(),
    )
    const results = rows.map(({ player, opponent, score, points }) => ({
      ...{ player, opponent: opponent ?? undefined },
      ...{ score: score ?? 0, points: points ?? 0 },
    }))
    const seeded = all.map(({ player }) => player.id)
    expect(roundRobinStandings(seeded, results).map(({ player }) => player)).toEqual(
      last.standings.map(({ name }) => named(all, name).player.id),
    )
  })

  test('gives the remaining matches of a player who leaves to the opponents', async () => {
    const all = await members(4)
    const id = await holdAs(all, ROUND_ROBIN)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const leaver = all[3] as Page
    await press(leaver, 'leave', { tournament: id })
    const [late] = await members(1)
    for (const page of [leaver, late]) {
      expect(await press(page, 'enter', { tournament: id })).toMatchObject({
        refusal: { code: 'tournamentStarted' },
      })
    }
    for (const { names, games } of matches) {
      const loser = names.includes(leaver.player.name) ? leaver : named(all, names[1])
      if (games[0] !== undefined) await lose(all, games[0], loser)
    }
    for (const round of [2, 3]) {
      const shown = await roundBegun(all[0], id, round)
      const lost = shown.matches.find(({ names }) => names.includes(leaver.player.name))
      expect(lost?.games).toEqual([])
      expect(lost?.scores?.[lost.names.indexOf(leaver.player.name)]).toBe(0)
      expect(lost?.scores?.toSorted()).toEqual([0, 2])
      for (const { names, games } of shown.matches) {
        if (games[0] !== undefined) await lose(all, games[0], named(all, names[1]))
      }
    }
    await ended(all[0], id)
    const { standings, crosstable } = await seen(all[0], id)
    expect(standings.at(-1)).toMatchObject({ name: leaver.player.name, score: 0, isOut: true })
    expect(crosstable?.flat().filter((score) => score === null)).toHaveLength(4)
    expect(crosstable?.flat().reduce((sum: number, score) => sum + (score ?? 0), 0)).toBe(12)
  })

  test('comes to its end where all have left', async () => {
    const all = await members(3)
    const id = await holdAs(all, ROUND_ROBIN)
    server.advance(61_000)
    await roundBegun(all[0], id, 1)
    for (const page of all) await press(page, 'leave', { tournament: id })
    server.advance(120_000)
    await ended(all[0], id)
    const { tournament, standings } = await seen(all[0], id)
    expect(tournament.round).toBe(3)
    expect(standings.map(({ score }) => score)).toEqual([0, 0, 0])
  })

  test('keeps its players out of the games of an arena until it is over', async () => {
    const all = await members(2)
    const arena = await holdAs(all, ARENA)
    const id = await holdAs(all, ROUND_ROBIN)
    server.advance(BEGUN_MS)
    const { matches } = await roundBegun(all[0], id, 1)
    const [first] = matches[0]?.games ?? []
    const isOpen = async () => (await seen(all[0], arena)).tournament.round
    await expect.poll(isOpen).toBe(1)
    for (let wave = 1; wave <= 2; wave++) {
      server.advance(WAVE_MS)
      await severalRounds()
      expect((await seen(all[0], arena)).matches).toEqual([])
    }
    if (first === undefined) throw new Error('there is a match')
    await lose(all, first, all[1] as Page)
    await ended(all[0], id)
    await playing(all[0], arena, 1)
  })

  test('takes 24, and nobody once it has started', async () => {
    const [one, late] = (await members(2)) as [Page, Page]
    const id = await holdAs([one], ROUND_ROBIN)
    await server.inStore((db) =>
      db.updateTable('tournaments').set({ entered: 24 }).where('id', '=', id).execute(),
    )
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({
      refusal: { code: 'tournamentFull' },
    })
    server.advance(61_000)
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({
      refusal: { code: 'tournamentStarted' },
    })
  })

  test('has no number of rounds to choose', async () => {
    const [maker] = await members(1)
    const answer = await press(maker, 'make', { ...ROUND_ROBIN, rounds: 3 })
    expect(answer.refusal?.code).toBe('badRequest')
  })
})
