import { DELETED_NAME } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSWORD, post, signUp } from '../helpers/account.ts'
import { type Club, describeOnNodes, type Node, startClub } from '../helpers/nodes.ts'
import { Page, pairUp, until } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'
import { ask } from '../helpers/stranger.ts'

let club: Club
let one: Node
let other: Node
beforeEach(async () => {
  club = await startClub()
  one = club.nodes[0] ?? expect.fail()
  other = club.nodes[1] ?? expect.fail()
})
afterEach(() => club.close())

/** An account made on one node, with a page signed in on the other. */
async function signedInOnBoth(): Promise<{ page: Page; elsewhere: Page }> {
  const page = await Page.open(one.url)
  await signUp(page, 'Ottilie')
  page.close()
  const elsewhere = new Page(other.url)
  const wish = { name: 'Ottilie', password: PASSWORD }
  elsewhere.cookie = (await post(elsewhere, 'sign-in', wish)).cookie ?? ''
  await elsewhere.connect()
  return { page, elsewhere }
}

async function cutOff(page: Page): Promise<void> {
  await until(() => !page.socket.connected, 'the socket is closed')
}

describeOnNodes('an account on two nodes', () => {
  test('is signed out on both by one, where pages are open too', async () => {
    const { page, elsewhere } = await signedInOnBoth()
    expect((await post(page, 'sign-out-everywhere')).status).toBe(200)
    await cutOff(elsewhere)
    await expect(elsewhere.connect()).rejects.toThrow('signedOut')
  })

  test('is so within seconds also while the nodes do not hear each other', async () => {
    const { page, elsewhere } = await signedInOnBoth()
    for (const node of club.nodes) node.redis.cut()
    for (const node of club.nodes) {
      await expect.poll(() => node.readiness(), { timeout: 60_000 }).toMatchObject(DEAF)
    }
    expect((await post(page, 'sign-out-everywhere')).status).toBe(200)
    await cutOff(elsewhere)
  })

  test('has its name once, on any node', async () => {
    const many = await Promise.all([one, other, one, other].map(({ url }) => Page.open(url)))
    const answers = await Promise.all(
      many.map((page) => post(page, 'sign-up', { name: 'Kunigunde', password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('is gone from games that the other node has open, once it is deleted', async () => {
    const { black, white, game } = await pairUp(one.url, {}, other.url)
    await playTo({ black, white, game }, 3)
    await white.command(game, 'resign')
    await white.sees(game, ({ ending }) => ending !== undefined)
    await signUp(black, 'Ottilie')
    expect((await post(black, 'delete', { password: PASSWORD })).status).toBe(200)
    const nameOn = async ({ url }: Node) =>
      JSON.parse((await ask(`${url}/api/games/${game}`)).body).seats.black.name
    for (const node of club.nodes) {
      await expect.poll(() => nameOn(node), { timeout: 60_000 }).toBe(DELETED_NAME)
    }
  })

  test('has the name that it was made with in games that the other node has open', async () => {
    const { black, white, game } = await pairUp(one.url, {}, other.url)
    await playTo({ black, white, game }, 3)
    await signUp(black, 'Ottilie')
    const nameOn = async ({ url }: Node) =>
      JSON.parse((await ask(`${url}/api/games/${game}`)).body).seats.black.name
    for (const node of club.nodes) {
      await expect.poll(() => nameOn(node), { timeout: 60_000 }).toBe('Ottilie')
    }
    expect((await white.command(game, 'resign')).ok).toBe(true)
    expect(await nameOn(other)).toBe('Ottilie')
  })
})

const DEAF = { degraded: 'deaf' }
