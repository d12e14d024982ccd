import { expect, test } from 'vitest'
import { describeOnNodes, startClub } from '../helpers/nodes.ts'
import type { Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { OFTEN } from '../helpers/server.ts'
import { inStore } from '../helpers/stored.ts'
import { hold, lose, type Members, named, roundBegun, seen } from '../helpers/tournament.ts'

describeOnNodes('a tournament on two nodes', () => {
  test('has each round once, and goes on where the other node has stopped', async () => {
    const club = await startClub(2, { rhythm: OFTEN })
    const [first, second] = club.nodes
    if (first === undefined || second === undefined) throw new Error('there are two')
    const all: Page[] = []
    for (const { url } of [first, second, first, second]) all.push(await openMember(url))
    try {
      const [maker] = all as [Page, ...Page[]]
      const id = await hold(all as [Page, ...Page[]])
      const where = { databaseFile: '', databaseUrl: club.database.url }
      const rows = () =>
        inStore(where, (db) =>
          db.selectFrom('tournamentPairings').selectAll().where('tournament', '=', id).execute(),
        )
      await inStore(where, (db) =>
        db.updateTable('tournaments').set({ startsAt: 0 }).where('id', '=', id).execute(),
      )
      await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(4)
      const games = await inStore(where, (db) => db.selectFrom('games').select('id').execute())
      expect(new Set((await rows()).map(({ game }) => game)).size).toBe(2)
      expect(games).toHaveLength(2)
      for (const page of all) page.close()
      await first.close()
      const onSecond = { url: second.url, cookie: maker.cookie }
      expect((await seen(onSecond, id)).tournament.round).toBe(1)
      // As if the players of the first round had finished.
      await inStore(where, (db) =>
        db
          .updateTable('tournamentPairings')
          .set({ score: 1, points: 0 })
          .where('tournament', '=', id)
          .execute(),
      )
      await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(8)
      // The server caches the tournament for a second.
      const round = async () => (await seen(onSecond, id)).tournament.round
      await expect.poll(round, { timeout: 60_000 }).toBe(2)
      const met = (await rows()).map(({ player, opponent }) => `${player} ${opponent}`)
      expect(new Set(met).size).toBe(8)
    } finally {
      for (const page of all) page.close()
      await club.close()
    }
  })

  test('pauses between rounds until the same instant on both, also where one has stopped', async () => {
    const club = await startClub(2, { rhythm: { ...OFTEN, roundPauseMs: 6000 } })
    const [first, second] = club.nodes
    if (first === undefined || second === undefined) throw new Error('there are two')
    const all: Members = [await openMember(first.url), await openMember(first.url)]
    const watcher = await openMember(second.url)
    try {
      const id = await hold([...all, watcher], { rounds: 2 })
      const where = { databaseFile: '', databaseUrl: club.database.url }
      await inStore(where, (db) =>
        db.updateTable('tournaments').set({ startsAt: 0 }).where('id', '=', id).execute(),
      )
      const { matches } = await roundBegun(watcher, id, 1)
      for (const { games, names } of matches) {
        if (games[0] !== undefined)
          await lose([...all, watcher], games[0], named([...all, watcher], names[1]))
      }
      const nextRoundOn = async ({ url }: { readonly url: string }) =>
        (await seen({ url, cookie: '' }, id)).nextRoundAt
      for (const node of [first, second]) {
        await expect.poll(() => nextRoundOn(node), { timeout: 60_000 }).toBeDefined()
      }
      const begins = await nextRoundOn(second)
      expect(await nextRoundOn(first)).toBe(begins)
      for (const page of all) page.close()
      await first.close()
      await roundBegun(watcher, id, 2)
      const games = await inStore(where, (db) =>
        db.selectFrom('games').select('createdAt').orderBy('key', 'desc').execute(),
      )
      expect(Number(games[0]?.createdAt)).toBeGreaterThanOrEqual(begins ?? Number.NaN)
    } finally {
      for (const page of [...all, watcher]) page.close()
      await club.close()
    }
  })
})
