import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, describeOnNodes, startClub } from '../helpers/nodes.ts'
import { beginGame, Page } from '../helpers/page.ts'
import { leave, moveIn } from '../helpers/play.ts'
import { notifyOn, type PushService, pushKeyOf, startPushService } from '../helpers/push-service.ts'
import { OFTEN, severalRounds } from '../helpers/server.ts'

let service: PushService
let club: Club
const pages: Page[] = []
beforeEach(async () => {
  service = await startPushService()
  club = await startClub(2, { push: { hosts: [], testOrigin: service.origin }, rhythm: OFTEN })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await club.close()
  await service.close()
})

const urlOf = (node: number) => club.nodes[node]?.url ?? expect.fail()

/** Black plays on one node; White was on the other; both nodes have the game open. */
async function begin() {
  const [black, white] = [await Page.open(urlOf(0)), await Page.open(urlOf(1))]
  pages.push(black, white)
  const timeControl = { kind: 'correspondence', daysPerMove: 2 } as const
  const game = await beginGame(black, white, { timeControl })
  const device = await notifyOn(white, service)
  return { black, white, game, device }
}

describeOnNodes('notifying on two nodes', () => {
  test('is done by one of them, with the same key', async () => {
    const { black, white, game, device } = await begin()
    // A watcher on the other node makes that node read the move too.
    const watcher = await Page.open(urlOf(1))
    pages.push(watcher)
    await watcher.openGame(game)
    await leave(white, black, game)
    await moveIn(black, game)
    await watcher.sees(game, ({ moves }) => moves.length === 1)
    for (const node of club.nodes) await node.restart()
    expect(device.messagesIn(service)).toMatchObject([{ kind: 'turn', path: `/play/${game}` }])
    expect(await pushKeyOf(urlOf(0))).toBe(await pushKeyOf(urlOf(1)))
  })

  test('reminds once of a turn, whichever of them looks first', async () => {
    const { black, white, game, device } = await begin()
    await leave(white, black, game)
    await moveIn(black, game)
    const kinds = () => device.messagesIn(service).map(({ kind }) => kind)
    await expect.poll(kinds).toEqual(['turn'])
    for (const node of club.nodes) node.advance(41 * 3_600_000)
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['turn', 'last'])
    for (const node of club.nodes) await node.restart()
    await severalRounds()
    expect(kinds()).toEqual(['turn', 'last'])
  })

  test('is not done while a page is used on the other node', async () => {
    const { black, game, device } = await begin()
    await moveIn(black, game)
    for (const node of club.nodes) await node.restart()
    expect(device.messagesIn(service)).toEqual([])
  })
})
