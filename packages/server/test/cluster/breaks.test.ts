import type { GameId } from '@hokito/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaksOf, endBreak, takeBreak } from '../helpers/breaks.ts'
import { type Club, describeOnNodes, type Node, startClub, untilItHears } from '../helpers/nodes.ts'
import { beginGame, Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { playTo } from '../helpers/play.ts'

const DAY = 86_400_000
const DAYS = { timeControl: { kind: 'correspondence', daysPerMove: 1 } } as const

let club: Club
let one: Node
let other: Node
/** Far from the end of the year, so that no days of the next year count. */
const time = {
  wall: () => Math.floor(Date.UTC(2027, 2) + performance.now()),
  monotonic: () => performance.now(),
}
beforeAll(async () => {
  club = await startClub(2, { time })
  one = club.nodes[0] ?? expect.fail()
  other = club.nodes[1] ?? expect.fail()
})
afterAll(() => club.close())

/** A page of the same player on another node. */
async function twinOf({ cookie }: Page, { url }: Node): Promise<Page> {
  const twin = new Page(url)
  twin.cookie = cookie
  await twin.signIn()
  await twin.connect()
  return twin
}

/** Black is on one node and White on the other, with Black to move. */
async function begin() {
  const [black, white] = [await openMember(one.url), await openMember(other.url)]
  const game = await beginGame(black, white, DAYS)
  await playTo({ black, white, game }, 4)
  return { black, white, game }
}

async function passDays(days: number): Promise<void> {
  for (const node of club.nodes) node.advance(days * DAY)
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

/** The breaks stored in a game. */
function storedIn(game: GameId): Promise<readonly unknown[]> {
  return club.database.run(`
    select version from events join games on games.key = events.game
    where games.id = '${game}' and "eventJson" like '%"tookBreak"%'
  `)
}

describeOnNodes('breaks on two nodes', () => {
  test('are taken once where both are asked at once, and no days are used twice', async () => {
    for (let n = 0; n < 5; n++) {
      const { black, white, game } = await begin()
      const twin = await twinOf(black, other)
      const both = await Promise.all([takeBreak(black, 9), takeBreak(twin, 9)])
      expect(both.filter((outcome) => outcome === 'onBreak')).toHaveLength(1)
      expect(await breaksOf(twin)).toMatchObject({ daysLeft: 5 })
      expect(await storedIn(game)).toHaveLength(1)
      const ended = await Promise.all([endBreak(twin), endBreak(black)])
      expect(ended.filter((outcome) => outcome === 'notOnBreak')).toHaveLength(1)
      expect(await storedIn(game)).toHaveLength(2)
      for (const page of [black, white, twin]) page.close()
    }
  })

  test('of both players at once, one on each, stand in all their games', async () => {
    const { black, white, game } = await begin()
    const second = await beginGame(white, black, DAYS)
    const both = await Promise.all([takeBreak(black, 3), takeBreak(white, 4)])
    expect(both).toMatchObject([{ daysLeft: 11 }, { daysLeft: 10 }])
    for (const id of [game, second]) expect(await storedIn(id)).toHaveLength(2)
    for (const page of [black, white]) page.close()
  })

  test('are in games that begin on the other in the same moment', async () => {
    for (let n = 0; n < 12; n++) {
      const [black, white] = [await openMember(one.url), await openMember(other.url)]
      const taking = n % 2 === 0 ? takeBreak(black, 2) : undefined
      const beginning = beginGame(black, white, DAYS)
      const outcome = await (taking ?? takeBreak(black, 2))
      expect(outcome).toMatchObject({ daysLeft: 12 })
      expect(await storedIn(await beginning)).toHaveLength(1)
      for (const page of [black, white]) page.close()
    }
  })

  test('count on a node that has not heard of them, where moves and time would decide otherwise', async () => {
    const { black, white, game } = await begin()
    const twin = await twinOf(black, other)
    await twin.openGame(game)
    // As after a crash between the commit and the hints.
    for (const node of club.nodes) node.redis.cut()
    await passDays(0.5)
    expect(await takeBreak(black, 2)).toMatchObject({ daysLeft: 12 })
    await passDays(1)
    expect(await storedIn(game)).toHaveLength(1)
    expect((await white.openGame(game)).ending).toBeUndefined()
    await passDays(1)
    await playTo({ black: twin, white, game }, 5)
    expect(white.view(game)).toMatchObject({ breaks: { black: expect.any(Number) } })
    await passDays(1.1)
    // Both nodes look at the time at once, and the end counts when one of them has stored it.
    await expect
      .poll(async () => (await white.openGame(game)).ending)
      .toMatchObject({ kind: 'timeout', winner: 'black' })
    for (const node of club.nodes) node.redis.mend()
    await Promise.all(club.nodes.map(untilItHears))
    for (const page of [black, white, twin]) page.close()
  })

  test('meet moves on the other in the same moment, and both count', async () => {
    for (let n = 0; n < 12; n++) {
      const { black, white, game } = await begin()
      const twin = await twinOf(black, other)
      await twin.openGame(game)
      const moving = () => playTo({ black: twin, white, game }, 5)
      const first = n % 2 === 0 ? moving() : undefined
      const taken = await takeBreak(black, 1)
      await (first ?? moving())
      expect(taken).toMatchObject({ daysLeft: 13 })
      expect(await storedIn(game)).toHaveLength(1)
      for (const page of [black, white, twin]) page.close()
    }
  })
})
