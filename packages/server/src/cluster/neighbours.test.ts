import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { formatEnvelope, type Hint } from './hint.ts'
import { Neighbours } from './neighbours.ts'
import type { LineEvents, NodeLine } from './redis-line.ts'

/** What the nodes say to each other, as Redis would pass it on. */
class Exchange {
  readonly #lines = new Set<{ readonly events: LineEvents; readonly topics: Set<string> }>()
  /** Everything that was said, with its topics. */
  readonly said: { readonly text: string; readonly topics: readonly string[] | undefined }[] = []
  /** How often each text arrives. */
  copies = 1
  /** Does Redis confirm what a node follows? */
  isAnswering = true

  open(events: LineEvents): NodeLine {
    const line = { events, topics: new Set<string>() }
    this.#lines.add(line)
    queueMicrotask(events.onOpen)
    return {
      say: async (text, topics) => {
        this.said.push({ text, topics })
        this.pass(text, topics)
        return true
      },
      follow: (topic) => {
        line.topics.add(topic)
        if (this.isAnswering) queueMicrotask(() => events.onFollowed(new Set([topic])))
      },
      unfollow: (topic) => void line.topics.delete(topic),
      renew: () => undefined,
      close: () => void this.#lines.delete(line),
    }
  }

  /** A text arrives once for each of its topics that a node follows. */
  pass(text: string, topics?: readonly string[]): void {
    for (const { events, topics: followed } of this.#lines) {
      const times = topics?.filter((topic) => followed.has(topic)).length ?? 1
      for (let n = 0; n < times * this.copies; n++) events.onText(text)
    }
  }
}

let exchange: Exchange
let open: Neighbours[]
beforeEach(() => {
  exchange = new Exchange()
  open = []
})
afterEach(() => {
  for (const node of open) node.close()
})

const NODES = ['one', 'two']

async function join(node: string) {
  const heard: Hint[] = []
  const neighbours = new Neighbours({
    node,
    now: () => 0,
    onHint: (hint) => void (hint.kind !== 'tuned' && heard.push(hint)),
    onLoss: () => undefined,
    onFollowed: () => undefined,
    onGone: () => undefined,
    onTrouble: (error) => expect.fail(String(error)),
  })
  neighbours.expect(NODES)
  neighbours.start((events) => exchange.open(events))
  open.push(neighbours)
  return { neighbours, heard }
}

async function joinBoth() {
  const both = [await join('one'), await join('two')] as const
  await expect.poll(() => both.every(({ neighbours }) => !neighbours.isDeaf)).toBe(true)
  return both
}

const GAME = gameId('game')
const [ANNA, BERT] = [playerId('anna'), playerId('bert')]
const step: Hint = { kind: 'step', game: GAME, version: 3, players: [ANNA, BERT], steps: [] }
const forAll: Hint = { kind: 'game', game: GAME, version: 3, players: [ANNA, BERT] }

describe('hints to followers', () => {
  test('reach a node once that follows any of the topics, however often they arrive', async () => {
    const [one, two] = await joinBoth()
    for (const topic of [ANNA, BERT, GAME]) two.neighbours.following.follow(topic)
    exchange.copies = 3
    one.neighbours.tellFollowers([ANNA, BERT, GAME], step)
    expect(two.heard).toEqual([step])
    one.neighbours.tellFollowers([ANNA], { ...step, version: 4 })
    expect(two.heard).toEqual([step, { ...step, version: 4 }])
    expect(one.heard).toEqual([])
  })

  test('do not reach a node that follows none of the topics, or no longer as often', async () => {
    const [one, two] = await joinBoth()
    one.neighbours.tellFollowers([ANNA], step)
    expect(two.heard).toEqual([])
    for (let n = 0; n < 2; n++) two.neighbours.following.follow(ANNA)
    two.neighbours.following.unfollow(ANNA)
    one.neighbours.tellFollowers([ANNA], step)
    expect(two.heard).toHaveLength(1)
    two.neighbours.following.unfollow(ANNA)
    one.neighbours.tellFollowers([ANNA], step)
    expect(two.heard).toHaveLength(1)
  })

  test('go to all nodes in their older form while a node is heard that follows no topics', async () => {
    const [one, two] = await joinBoth()
    two.neighbours.following.follow(ANNA)
    exchange.pass(formatEnvelope({ from: 'older', hint: { kind: 'beat' } }))
    one.neighbours.tellFollowers([ANNA], step, forAll)
    expect(two.heard).toEqual([forAll])
    expect(exchange.said.at(-1)?.topics).toBeUndefined()
  })
})

describe('a player who comes in', () => {
  test('waits until the player’s hints arrive', async () => {
    const [one, two] = await joinBoth()
    await two.neighbours.following.followed(ANNA)
    one.neighbours.tellFollowers([ANNA], step)
    expect(two.heard).toEqual([step])
  })

  test('does not wait for long if Redis does not answer, and not at all while a node is deaf', async () => {
    const [, two] = await joinBoth()
    exchange.isAnswering = false
    await two.neighbours.following.followed(ANNA)
    const { neighbours } = await join('three')
    neighbours.expect(['never heard'])
    await neighbours.following.followed(BERT)
  })
})
