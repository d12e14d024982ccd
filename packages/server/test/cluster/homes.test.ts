import { SOCKET_PATH } from '@hokito/protocol'
import { test as base, expect } from 'vitest'
import { AT_ONCE, pairAcross, QUICK, test as withNodes } from '../helpers/across.ts'
import { describeOnNodes, type Node, startNode, untilItHears } from '../helpers/nodes.ts'
import { beginGame, Page, pairUp } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'
import { createTestDatabase } from '../helpers/postgres.ts'
import { type Router, startRouter } from '../helpers/router.ts'

/** Two nodes with names, behind a load balancer that knows them. */
interface Named {
  readonly named: { readonly a: Node; readonly b: Node; readonly router: Router }
}

const test = base.extend<Named>({
  named: async ({ onTestFinished }, use) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const start = async (node: string) => {
      const started = await startNode(database, { node })
      onTestFinished(() => started.close())
      return started
    }
    const [a, b] = [await start('a'), await start('b')]
    await Promise.all([a, b].map(untilItHears))
    const router = await startRouter(
      new Map([
        ['a', a.url],
        ['b', b.url],
      ]),
    )
    onTestFinished(() => router.close())
    await use({ a, b, router })
  },
})

describeOnNodes('players on two nodes behind a load balancer that routes by path', AT_ONCE, () => {
  test('come together on one node, where both are connected to their game', async ({
    named,
    expect,
  }) => {
    const { black, white, game } = await pairUp(named.a.url, { timeControl: QUICK }, named.b.url)
    const { mover, stayer, home } = await askedOf({ black, white })
    await move(mover, named.router)
    expect([...named.router.led]).toEqual([[home, 1]])
    await mover.openGame(game)
    await stayer.hear('presence', ({ seats }) => seats.black.isHere && seats.white.isHere)
    await playTo({ black, white, game }, 6)
    expect(timesAsked(stayer)).toBe(0)
    expect(timesAsked(mover)).toBe(1)
  })

  test('play on when that node is gone, and nobody is asked to move again', async ({ named }) => {
    const { black, white, game } = await pairUp(named.a.url, { timeControl: QUICK }, named.b.url)
    const { mover, stayer, home } = await askedOf({ black, white })
    await move(mover, named.router)
    await mover.openGame(game)
    await playTo({ black, white, game }, 2)
    await (home === 'a' ? named.a : named.b).close()
    stayer.url = named.router.url
    await stayer.connect()
    // The path still names the node that is gone, and the router has only the other one.
    await move(mover, named.router)
    await Promise.all([mover.openGame(game), stayer.openGame(game)])
    await playTo({ black, white, game }, 6)
    expect([timesAsked(mover), timesAsked(stayer)]).toEqual([1, 0])
  })

  test('are not asked again when the load balancer leads them elsewhere', async ({ named }) => {
    const { black, white, game } = await pairUp(named.a.url, { timeControl: QUICK }, named.b.url)
    const { mover } = await askedOf({ black, white })
    // A load balancer that knows nothing of names leads the page back to where it was.
    mover.close()
    await mover.connect({ path: pathOf(mover) })
    await mover.openGame(game)
    await playTo({ black, white, game }, 6)
    expect(timesAsked(mover)).toBe(1)
  })

  test('stay where they are while they have another game in progress', async ({ named }) => {
    const first = await pairUp(named.a.url, { timeControl: QUICK })
    const second = await pairUp(named.b.url, { timeControl: QUICK })
    const game = await beginGame(first.black, second.black, { timeControl: QUICK })
    for (const page of [first.black, second.black]) {
      await page.hear(
        'presence',
        (told) => told.game === game && told.seats.black.isHere && told.seats.white.isHere,
      )
    }
    await playTo({ black: first.black, white: second.black, game }, 4)
    expect([first.black, second.black].map(timesAsked)).toEqual([0, 0])
    // Once these are over, one of the two is asked.
    await Promise.all([
      first.white.command(first.game, 'resign'),
      second.white.command(second.game, 'resign'),
      second.black.command(game, 'resign'),
    ])
    await beginGame(first.black, second.black, { timeControl: QUICK })
    await askedOf({ black: first.black, white: second.black })
  })

  test('cannot use another player’s path, or choose a node', async ({ named }) => {
    const { black, white } = await pairUp(named.a.url, { timeControl: QUICK }, named.b.url)
    const { mover } = await askedOf({ black, white })
    const stranger = new Page(named.router.url)
    await stranger.signIn()
    for (const path of [pathOf(mover), `${SOCKET_PATH}/a`, `${SOCKET_PATH}/a/${'x'.repeat(43)}`]) {
      await expect(stranger.connect({ path })).rejects.toThrow('malformed')
    }
    await stranger.connect()
  })

  withNodes('are not asked to move by nodes without names', async ({ club }) => {
    const table = await pairAcross(club, { timeControl: QUICK })
    for (const page of [table.black, table.white]) {
      await page.hear('presence', ({ seats }) => seats.black.isHere && seats.white.isHere)
    }
    await playTo(table, 4)
    expect([table.black, table.white].map(timesAsked)).toEqual([0, 0])
  })
})

// --- internal ---

/** Waits until one of two players is asked to move. */
async function askedOf({ black, white }: { readonly black: Page; readonly white: Page }) {
  const mover = await Promise.any(
    [black, white].map((page) => page.hear('nearer').then(() => page)),
  )
  const stayer = mover === black ? white : black
  return { mover, stayer, home: pathOf(mover).split('/')[2] ?? expect.fail() }
}

/** Connects again through the load balancer at the path that the page was given, as the site does. */
async function move(page: Page, router: Router): Promise<void> {
  page.close()
  page.url = router.url
  await page.connect({ path: pathOf(page) })
}

function pathOf({ told }: Page): string {
  const asked = told.find(({ event }) => event === 'nearer')
  return asked?.event === 'nearer' ? asked.message.path : expect.fail('it was not asked to move')
}

function timesAsked({ told }: Page): number {
  return told.filter(({ event }) => event === 'nearer').length
}
