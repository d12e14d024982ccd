import type { GameId, Terms, TimeControl } from '@hokito/protocol'
import { test as base, expect } from 'vitest'
import { type Club, type Node, startClub } from './nodes.ts'
import { commandId, GIVEN_TERMS, Page } from './page.ts'
import { ServerProcess } from './server-process.mjs'
import { REDIS_URL } from './services.mjs'

interface Nodes {
  readonly club: Club
  readonly one: Node
  readonly other: Node
  /** Two nodes in their own processes, which can be killed, instead of those. */
  readonly processes: readonly [ServerProcess, ServerProcess]
}

/**
 * Each test has its own nodes, and mostly waits for them, so several run concurrently. A test that
 * polls uses the `expect` of its context, as the imported one does not know which test is running.
 */
export const test = base.extend<Nodes>({
  club: async ({ onTestFinished }, use) => {
    const club = await startClub()
    onTestFinished(() => club.close())
    await use(club)
  },
  one: ({ club }, use) => use(club.nodes[0] ?? expect.fail()),
  other: ({ club }, use) => use(club.nodes[1] ?? expect.fail()),
  processes: async ({ club, onTestFinished }, use) => {
    for (const node of club.nodes) await node.close()
    const start = async () => {
      const options = { databaseUrl: club.database.url, redisUrl: REDIS_URL }
      const made = await ServerProcess.prepare(options)
      onTestFinished(() => made.close())
      await made.start()
      return made
    }
    await use([await start(), await start()])
  },
})
export const AT_ONCE = { concurrent: true }

export const QUICK: TimeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 5 }
/** The readiness of a node that does not hear the others. */
export const DEAF = { status: 'ready', degraded: 'deaf' }

/** Two pages on two nodes in a game with these terms; the first is Black. */
export async function pairAcross(
  { nodes: [one, other] }: Club,
  terms: Partial<Terms> = {},
  urls = [one?.url ?? expect.fail(), other?.url ?? expect.fail()] as const,
) {
  const [black, white] = await Promise.all([Page.open(urls[0]), Page.open(urls[1])])
  const offered = await black.send({
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, ...terms },
    color: terms.isDivided ? 'random' : 'black',
    isListed: false,
  })
  const { id: challenge } = offered.ok ? offered.challenge : expect.fail()
  const taken = await white.send({ type: 'acceptChallenge', id: commandId(), challenge })
  const game: GameId = taken.ok ? taken.started : expect.fail(JSON.stringify(taken))
  await Promise.all([black.openGame(game), white.openGame(game)])
  return { black, white, game }
}

/** The same player on another node. */
export async function twinOf({ cookie, player }: Page, node: Node): Promise<Page> {
  const twin = new Page(node.url)
  twin.cookie = cookie
  await twin.signIn()
  expect(twin.player.id).toBe(player.id)
  await twin.connect()
  return twin
}

/** Makes a challenge that anyone may accept. */
export async function offer(page: Page, isListed = true) {
  const challenge = { terms: GIVEN_TERMS, color: 'random', isListed } as const
  const offered = await page.send({ type: 'challenge', id: commandId(), ...challenge })
  return offered.ok ? offered.challenge.id : expect.fail(JSON.stringify(offered))
}
