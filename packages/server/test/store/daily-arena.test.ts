import { dayAt, startOfDay, type Tournament, tournamentsReplySchema } from '@hokito/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { describeOnNodes, startClub } from '../helpers/nodes.ts'
import type { Page } from '../helpers/page.ts'
import { OFTEN, severalRounds, startTestServer } from '../helpers/server.ts'
import {
  ARENA,
  BEGUN_MS,
  ended,
  holdAs,
  lose,
  openMembers,
  playing,
  press,
  seen,
  WAVE_MS,
} from '../helpers/tournament.ts'

const HOUR_MS = 3_600_000

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The hour in UTC that begins in one to two hours. */
const soon = () => new Date(Date.now() + 2 * HOUR_MS).getUTCHours()

async function startWithArena(arenaHour = soon(), houseLevels: readonly number[] = []) {
  const server = await startTestServer({ rhythm: OFTEN, arenaHour, houseLevels })
  closing.push(() => server.close())
  return server
}

async function listed({ url }: { readonly url: string }): Promise<readonly Tournament[]> {
  const answer = await fetch(`${url}/api/tournaments`)
  return tournamentsReplySchema.parse(await answer.json()).tournaments
}

/** The announced arena, once there is one. */
async function announced(server: { readonly url: string }, day?: string): Promise<Tournament> {
  const find = async () =>
    (await listed(server)).find((one) => one.endedAt === undefined && (!day || one.day === day))
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true)
  return (await find()) ?? expect.fail('there is an arena')
}

describe('the daily arena', () => {
  test('is announced by the server, for an hour at the same time each day', async () => {
    const hour = soon()
    const arena = await announced(await startWithArena(hour))
    const { startsAt, endsAt = 0 } = arena
    expect(arena).toMatchObject({ kind: 'arena', day: dayAt(startsAt), round: 0, entered: 0 })
    expect(new Date(startsAt).getUTCHours()).toBe(hour)
    expect(startsAt - startOfDay(dayAt(startsAt))).toBe(hour * HOUR_MS)
    expect(endsAt - startsAt).toBe(HOUR_MS)
    expect(arena.terms).toMatchObject({ timeControl: { kind: 'fischer', initialSeconds: 300 } })
  })

  test('is there once, also after restarts', async () => {
    const server = await startWithArena()
    const { id } = await announced(server)
    await server.restart()
    await severalRounds()
    expect((await listed(server)).map((one) => one.id)).toEqual([id])
  })

  test('is played by those who join, and the next day’s follows when it is over', async () => {
    const server = await startWithArena()
    const arena = await announced(server)
    const pages = await openMembers(server.url, 2)
    closing.push(() => pages.forEach((page) => void page.close()))
    for (const page of pages) await press(page, 'enter', { tournament: arena.id })
    server.advance(arena.startsAt - Date.now() + 1000)
    const [begun] = await playing(pages[0], arena.id, 1)
    const game = begun?.game ?? expect.fail('there is a game')
    for (const page of pages) {
      await page.openGame(game)
      await page.command(game, 'share', { share: '0f'.repeat(16) })
    }
    const boards = async () => (await seen(pages[0], arena.id)).boards
    await expect.poll(boards, { timeout: 20_000 }).toMatchObject([{ id: game, ply: 0 }])
    server.advance(HOUR_MS + 10_000)
    await ended(pages[0], arena.id)
    const next = await announced(server, dayAt(arena.startsAt + 24 * HOUR_MS))
    expect(next.startsAt - arena.startsAt).toBe(24 * HOUR_MS)
    expect((await listed(server)).map(({ id }) => id)).toEqual([next.id, arena.id])
  })

  test('gives a house bot to a player who waits alone, but not to two who can meet', async () => {
    const server = await startWithArena(soon(), [1, 2, 3])
    const arena = await announced(server)
    const pages = await openMembers(server.url, 2)
    const [one, other] = pages as [Page, Page]
    closing.push(() => pages.forEach((page) => void page.close()))
    await press(one, 'enter', { tournament: arena.id })
    server.advance(arena.startsAt - Date.now() + 1000)
    const botAt = async () => (await seen(one, arena.id)).you?.botAt
    await expect.poll(botAt, { timeout: 20_000 }).toBe(arena.startsAt + 20_000)
    await severalRounds()
    expect((await seen(one, arena.id)).standings).toHaveLength(1)
    server.advance(20_000)
    const standings = async () => (await seen(one, arena.id)).standings
    await expect
      .poll(standings, { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ name: 'Hokito 2', isBot: true }))
    server.advance(WAVE_MS)
    const [begun] = await playing(one, arena.id, 1)
    expect(begun?.names.toSorted()).toEqual(['Hokito 2', one.player.name].toSorted())
    const game = begun?.game ?? expect.fail('there is a game')
    await one.openGame(game)
    await one.command(game, 'share', { share: '0f'.repeat(16) })
    await one.sees(game, ({ deal }) => deal !== undefined)
    await one.command(game, 'resign')
    await one.sees(game, ({ ending }) => ending !== undefined)
    await playing(one, arena.id, 0)
    await press(other, 'enter', { tournament: arena.id })
    server.advance(WAVE_MS)
    const [between] = await playing(one, arena.id, 1)
    expect(between?.names.toSorted()).toEqual(pages.map(({ player }) => player.name).toSorted())
  })

  test('that nobody has joined is in no list once it is over', async () => {
    const server = await startWithArena()
    const arena = await announced(server)
    server.advance(arena.startsAt - Date.now() + HOUR_MS + 10_000)
    const next = await announced(server, dayAt(arena.startsAt + 24 * HOUR_MS))
    const ids = async () => (await listed(server)).map(({ id }) => id)
    await expect.poll(ids, { timeout: 20_000 }).toEqual([next.id])
  })

  test('is not there if it is switched off', async () => {
    const server = await startTestServer({ rhythm: OFTEN })
    closing.push(() => server.close())
    await severalRounds()
    expect(await listed(server)).toEqual([])
  })
})

describeOnNodes('on two nodes', () => {
  test('there is one arena a day', async () => {
    const club = await startClub(2, { rhythm: OFTEN, arenaHour: soon() })
    closing.push(() => club.close())
    await severalRounds()
    for (const node of club.nodes) expect(await listed(node)).toHaveLength(1)
  })
})

test('an arena pairs no one who is in a game of another one', async () => {
  const server = await startTestServer({ rhythm: OFTEN })
  closing.push(() => server.close())
  const all = await openMembers(server.url, 2)
  closing.push(() => all.forEach((page) => void page.close()))
  const arenas = [await holdAs(all, ARENA), await holdAs(all, ARENA)]
  const begun = async () => {
    const details = await Promise.all(arenas.map((id) => seen(all[0], id)))
    return details.flatMap(({ matches }) => matches.flatMap(({ games }) => games))
  }
  server.advance(BEGUN_MS)
  await expect.poll(begun).toHaveLength(1)
  server.advance(WAVE_MS)
  await severalRounds()
  const [first = expect.fail('there is one'), ...others] = await begun()
  expect(others).toEqual([])
  await lose(all, first, all[0])
  server.advance(WAVE_MS)
  await expect.poll(begun).toEqual([expect.not.stringContaining(first)])
})
