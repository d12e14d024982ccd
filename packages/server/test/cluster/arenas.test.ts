import { expect, test } from 'vitest'
import { describeOnNodes, startClub } from '../helpers/nodes.ts'
import { Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { OFTEN } from '../helpers/server.ts'
import { inStore } from '../helpers/stored.ts'
import { ARENA, holdAs, lose, seen } from '../helpers/tournament.ts'

describeOnNodes('an arena on two nodes', () => {
  test('gives everyone one game at a time, and continues when the other node has stopped', async () => {
    const club = await startClub(2, { rhythm: OFTEN })
    const [first, second] = club.nodes
    if (first === undefined || second === undefined) throw new Error('there are two')
    const all: Page[] = []
    for (const { url } of [first, second, first, second]) all.push(await openMember(url))
    const later: Page[] = []
    try {
      const id = await holdAs(all as [Page, ...Page[]], ARENA)
      const where = { databaseFile: '', databaseUrl: club.database.url }
      const rows = () =>
        inStore(where, (db) =>
          db
            .selectFrom('arenaPairings')
            .selectAll()
            .where('tournament', '=', id)
            .orderBy('number')
            .execute(),
        )
      await inStore(where, (db) =>
        db
          .updateTable('tournaments')
          .set({ startsAt: Date.now() - 1000 })
          .where('id', '=', id)
          .execute(),
      )
      await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(4)
      const games = [...new Set((await rows()).map(({ game }) => game))]
      expect(games).toHaveLength(2)
      const stored = await inStore(where, (db) => db.selectFrom('games').select('id').execute())
      expect(stored).toHaveLength(2)
      for (const page of all) page.close()
      await first.close()
      for (const { cookie } of all) {
        const page = new Page(second.url)
        page.cookie = cookie
        await page.signIn()
        await page.connect()
        later.push(page)
      }
      for (const game of games) {
        const row = (await rows()).find((one) => one.game === game)
        const loser = later.find(({ player }) => player.id === row?.player)
        if (loser === undefined) throw new Error('nobody plays')
        await lose(later, game, loser)
      }
      await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(8)
      const after = await rows()
      for (const { player } of later) {
        const own = after.filter((row) => row.player === player.id)
        expect(own.map(({ number, score }) => [number, score === null])).toEqual([
          [1, false],
          [2, true],
        ])
        expect(own[0]?.opponent).not.toBe(own[1]?.opponent)
      }
      const [page] = later as [Page]
      const standings = async () => (await seen(page, id)).standings
      await expect
        .poll(async () => (await standings()).map(({ score }) => score), { timeout: 60_000 })
        .toEqual([2, 2, 0, 0])
    } finally {
      for (const page of [...all, ...later]) page.close()
      await club.close()
    }
  })
})
