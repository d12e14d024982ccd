import { DELETED_NAME, type GameId, MOST_ENTRANTS, type TournamentId } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { attempt } from '../src/store/attempt.ts'
import { type NewRound, storeRound } from '../src/store/rounds.ts'
import { PASSWORD, post } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import {
  ended,
  hold,
  lose,
  membersOf,
  named,
  press,
  roundBegun,
  seen,
} from './helpers/tournament.ts'

const server = kept(() => startTestServer({ rhythm: OFTEN }))
const members = membersOf(() => server)

/** The second player of each match of a round loses it. */
async function playRound(all: readonly Page[], id: TournamentId, round: number) {
  const { matches } = await roundBegun(all[0] as Page, id, round)
  for (const { games, names } of matches) {
    if (games[0] !== undefined) await lose(all, games[0], named(all, names[1]))
  }
  return matches
}

describe('a player who comes late', () => {
  test('plays from the second round on, with nothing scored in the first', async () => {
    const all = await members(4)
    const [late] = await members(1)
    const id = await hold(all)
    server.advance(61_000)
    await roundBegun(all[0], id, 1)
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({ status: 200 })
    const { you, tournament } = await seen(late, id)
    expect(tournament.entered).toBe(5)
    expect(you).toMatchObject({ isOut: false, standing: { score: 0, buchholz: 0 } })
    expect(you?.match).toBeUndefined()
    await playRound(all, id, 1)
    const { matches } = await roundBegun(late, id, 2)
    expect(matches.flatMap(({ names }) => names)).toContain(late.player.name)
    expect(matches.flatMap(({ names }) => names)).toHaveLength(5)
    const [tooLate] = await members(1)
    expect(await press(tooLate, 'enter', { tournament: id })).toMatchObject({
      status: 409,
      refusal: { code: 'tournamentStarted' },
    })
  })

  test('is refused where there is one round only, where it is full, and after leaving', async () => {
    const all = await members(3)
    const [late] = await members(1)
    const short = await hold(all, { rounds: 1 })
    const long = await hold(all, { rounds: 3 })
    server.advance(61_000)
    await roundBegun(all[0], short, 1)
    await roundBegun(all[0], long, 1)
    expect(await press(late, 'enter', { tournament: short })).toMatchObject({
      refusal: { code: 'tournamentStarted' },
    })
    expect(await press(all[2] as Page, 'leave', { tournament: long })).toMatchObject({
      status: 200,
    })
    expect(await press(all[2] as Page, 'enter', { tournament: long })).toMatchObject({
      refusal: { code: 'tournamentStarted' },
    })
    const set = (entered: number) =>
      server.inStore((db) =>
        db.updateTable('tournaments').set({ entered }).where('id', '=', long).execute(),
      )
    await set(MOST_ENTRANTS)
    expect(await press(late, 'enter', { tournament: long })).toMatchObject({
      refusal: { code: 'tournamentFull' },
    })
  })
})

describe('a player who leaves', () => {
  test('in the middle of a match still plays it, and is not paired again', async () => {
    const all = await members(4)
    const id = await hold(all)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const leaver = named(all, matches[0]?.names[0])
    expect(await press(leaver, 'leave', { tournament: id })).toMatchObject({ status: 200 })
    await playRound(all, id, 1)
    const second = await roundBegun(all[0], id, 2)
    expect(second.matches.flatMap(({ names }) => names)).not.toContain(leaver.player.name)
    expect(second.matches.flatMap(({ names }) => names)).toHaveLength(3)
    const standing = second.standings.find(({ name }) => name === leaver.player.name)
    expect(standing).toMatchObject({ score: 2, isOut: true })
  })

  test('by deleting the account keeps the result, and is nobody any more', async () => {
    const all = await members(4)
    const id = await hold(all)
    server.advance(61_000)
    const { matches } = await roundBegun(all[0], id, 1)
    const [first, second] = matches
    const gone = named(all, first?.names[1])
    const rest = all.filter((page) => page !== gone)
    await lose(all, first?.games[0] ?? expect.fail(), gone)
    expect(await post(gone, 'delete', { password: PASSWORD })).toMatchObject({ status: 200 })
    await lose(rest, second?.games[0] ?? expect.fail(), named(all, second?.names[1]))
    const next = await roundBegun(rest[0] ?? expect.fail(), id, 2)
    const names = next.matches.flatMap((match) => match.names)
    expect(names.toSorted()).toEqual(rest.map(({ player }) => player.name).toSorted())
    expect(next.standings.at(-1)).toMatchObject({ name: DELETED_NAME, score: 0, isOut: true })
    const shown = await seen(rest[0] ?? expect.fail(), id, '?round=1')
    expect(shown.matches[0]).toMatchObject({
      names: [first?.names[0], DELETED_NAME],
      scores: [2, 0],
    })
  })

  test('and leaves one behind ends the tournament, with the standings as they are', async () => {
    const all = await members(3)
    const id = await hold(all)
    server.advance(61_000)
    await roundBegun(all[0], id, 1)
    for (const page of all.slice(1)) await press(page, 'leave', { tournament: id })
    await playRound(all, id, 1)
    await ended(all[0], id)
    const { standings } = await seen(all[0], id)
    expect(standings.map(({ score }) => score)).toEqual([2, 2, 0])
  })

  test('without coming loses the match by time, once, and plays on when back', async () => {
    const all = await members(2)
    const id = await hold(all, { rounds: 1 })
    const [here, away] = all as [Page, Page]
    away.close()
    server.advance(61_000)
    const { matches } = await roundBegun(here, id, 1)
    const game = matches[0]?.games[0] as GameId
    await here.openGame(game)
    await here.command(game, 'share', { share: '0a'.repeat(16) })
    server.advance(600_000)
    await ended(here, id)
    const { standings } = await seen(here, id)
    expect(standings).toMatchObject([
      { name: here.player.name, score: 2 },
      { name: away.player.name, score: 0 },
    ])
    expect(standings.filter(({ isOut }) => isOut)).toEqual([])
    expect((await seen(away, id)).you).toMatchObject({ isOut: false, missed: 1 })
    expect((await seen(here, id)).you?.missed).toBeUndefined()
  })
})

describe('a round is not stored', () => {
  test.each([
    ['if a player has entered since it was paired', 'enter'],
    ['if a player has left since it was paired', 'leave'],
    ['if it is stored already', 'nothing'],
  ])('%s', async (_, since) => {
    const all = await members(3)
    const id = await hold(all)
    server.advance(61_000)
    await roundBegun(all[0], id, 1)
    const [one, other, third] = all.map(({ player }) => player.id)
    if (one === undefined || other === undefined) throw new Error('there are three')
    if (since === 'enter') await press((await members(1))[0], 'enter', { tournament: id })
    if (since === 'leave') await press(all[2] as Page, 'leave', { tournament: id })
    const next: NewRound = {
      ...{ tournament: id, round: since === 'nothing' ? 1 : 2, rounds: 3, entered: 3, byeScore: 2 },
      pairings: [
        { players: [one, other], game: 'AAAAAAAAAAAA' as GameId },
        { players: [third ?? one, undefined], game: undefined },
      ],
    }
    const stored = await server.inStore((db) =>
      attempt({ transact: (task) => db.transaction().execute(task) }, async (transaction) => {
        const conflict = await storeRound(transaction, next)
        return conflict === undefined ? ok(undefined) : err(conflict)
      }),
    )
    expect(stored).toEqual(err({ kind: 'roundTaken', tournament: id, round: next.round }))
    expect((await seen(all[0], id)).tournament.round).toBe(1)
  })
})
