import type { TournamentDetail, TournamentId } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { OFTEN, severalRounds, startTestServer } from './helpers/server.ts'
import {
  BEGUN_MS,
  ended,
  hold,
  holdAs,
  lose,
  type Members,
  membersOf,
  named,
  press,
  ROUND_ROBIN,
  roundBegun,
  seen,
} from './helpers/tournament.ts'

const PAUSE_MS = 60_000

const server = kept(() => startTestServer({ rhythm: { ...OFTEN, roundPauseMs: PAUSE_MS } }))
const members = membersOf(() => server)

/** The second player of each match of a round loses it. */
async function playRound(all: Members, id: TournamentId, round: number): Promise<void> {
  const { matches } = await roundBegun(all[0], id, round)
  for (const { games, names } of matches) {
    if (games[0] !== undefined) await lose(all, games[0], named(all, names[1]))
  }
}

/** Waits until the pause after a round is announced. */
async function paused(page: Page, id: TournamentId): Promise<TournamentDetail> {
  const begins = async () => (await seen(page, id)).nextRoundAt
  await expect.poll(begins, { timeout: 60_000 }).toBeDefined()
  return seen(page, id)
}

/** When the last game of some matches ended. */
async function lastEnd({ matches }: TournamentDetail): Promise<number> {
  const ids = matches.flatMap(({ games }) => games)
  const row = await server.inStore((db) =>
    db
      .selectFrom('games')
      .select(({ fn }) => fn.max('endedAt').as('at'))
      .where('id', 'in', ids)
      .executeTakeFirst(),
  )
  return Number(row?.at)
}

describe('between two rounds there is a pause', () => {
  test.each([
    ['of a Swiss tournament', undefined],
    ['of a round robin', ROUND_ROBIN],
  ])('%s, which is announced and counts from the end of the last game', async (_, wish) => {
    const all = await members(3)
    const id = await (wish === undefined ? hold(all, { rounds: 2 }) : holdAs(all, wish))
    server.advance(BEGUN_MS)
    expect((await roundBegun(all[0], id, 1)).nextRoundAt).toBeUndefined()
    await playRound(all, id, 1)
    const pause = await paused(all[0], id)
    expect(pause.nextRoundAt).toBe((await lastEnd(pause)) + PAUSE_MS)
    await severalRounds()
    expect((await seen(all[0], id)).tournament.round).toBe(1)
    server.advance(PAUSE_MS)
    expect((await roundBegun(all[0], id, 2)).nextRoundAt).toBeUndefined()
  })

  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
  ])('which a clock put back by %s does not prolong', async (_, backMs) => {
    const all = await members(2)
    const id = await holdAs(all, ROUND_ROBIN)
    server.advance(BEGUN_MS)
    await roundBegun(all[0], id, 1)
    for (const page of all) page.close()
    await server.restart(-backMs)
    for (const page of all) await page.connect()
    await playRound(all, id, 1)
    await ended(all[0], id)
  })

  test('and none after the last round', async () => {
    const all = await members(2)
    const id = await hold(all, { rounds: 1 })
    server.advance(BEGUN_MS)
    await playRound(all, id, 1)
    await ended(all[0], id)
    expect((await seen(all[0], id)).nextRoundAt).toBeUndefined()
  })

  test('which a restart neither ends nor prolongs', async () => {
    const all = await members(3)
    const id = await hold(all, { rounds: 2 })
    server.advance(BEGUN_MS)
    await playRound(all, id, 1)
    const { nextRoundAt } = await paused(all[0], id)
    for (const page of all) page.close()
    await server.restart(20_000)
    await severalRounds()
    expect(await seen(all[0], id)).toMatchObject({ tournament: { round: 1 }, nextRoundAt })
    server.advance(PAUSE_MS - 20_000)
    await roundBegun(all[0], id, 2)
  })

  test('in which a Swiss tournament can still be entered for the second round', async () => {
    const all = await members(3)
    const [late] = await members(1)
    const id = await hold(all, { rounds: 2 })
    server.advance(BEGUN_MS)
    await playRound(all, id, 1)
    await paused(all[0], id)
    expect(await press(late, 'enter', { tournament: id })).toMatchObject({ status: 200 })
    server.advance(PAUSE_MS)
    const { matches } = await roundBegun(late, id, 2)
    expect(matches.flatMap(({ names }) => names)).toContain(late.player.name)
  })

  test('which ends where fewer than two are left', async () => {
    const all = await members(3)
    const id = await hold(all, { rounds: 2 })
    server.advance(BEGUN_MS)
    await playRound(all, id, 1)
    await paused(all[0], id)
    for (const page of all.slice(1)) await press(page, 'leave', { tournament: id })
    await ended(all[0], id)
    expect((await seen(all[0], id)).nextRoundAt).toBeUndefined()
  })
})
