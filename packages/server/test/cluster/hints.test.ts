import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { openRedisLine } from '../../src/cluster/redis-line.ts'
import { AT_ONCE, pairAcross, test } from '../helpers/across.ts'
import { type Club, describeOnNodes } from '../helpers/nodes.ts'
import { Page } from '../helpers/page.ts'
import { moveIn, playTo } from '../helpers/play.ts'
import { REDIS_URL } from '../helpers/services.mjs'

/** What only those hear who follow the game or its players. */
const FOR_FOLLOWERS = ['step', 'game', 'here']

interface Said {
  readonly channel: string
  readonly text: string
}

/** Hears everything that the nodes of a club say through Redis, and can say anything itself. */
async function listenIn({ database }: Club, onTestFinished: (end: () => void) => void) {
  const [row] = await database.run<{ value: string }>(
    `select value from facts where name = 'channel'`,
  )
  const channel = row?.value ?? expect.fail()
  const [listener, speaker] = [new Redis(REDIS_URL), new Redis(REDIS_URL)]
  onTestFinished(() => {
    for (const connection of [listener, speaker]) connection.disconnect()
  })
  const said: Said[] = []
  await listener.psubscribe(`${channel}*`)
  listener.on('pmessage', (_, name: string, text: string) => said.push({ channel: name, text }))
  const kindsOn = (isTopic: boolean) =>
    new Set(
      said
        .filter(({ channel: name }) => (name !== channel) === isTopic)
        .map(({ text }) => (JSON.parse(text) as { hint: { kind: string } }).hint.kind),
    )
  return {
    said,
    kindsOn,
    say: (text: string, name = channel) => speaker.publish(name, text),
  }
}

describeOnNodes('hints of moves', AT_ONCE, () => {
  test('go to those who follow the game, and not to all nodes', async ({
    club,
    one,
    onTestFinished,
  }) => {
    const ear = await listenIn(club, onTestFinished)
    // Until all nodes have said that they follow topics, everything goes to all of them.
    const tuned = () => ear.said.filter(({ text }) => text.includes('"tuned"')).length
    await expect.poll(tuned, { timeout: 30_000 }).toBeGreaterThan(2 * club.nodes.length)
    const table = await pairAcross(club)
    const watcher = await Page.open(one.url)
    await watcher.openGame(table.game)
    // A node that has not been heard for a while, as on a busy machine, gets everything.
    const isOnlyForFollowers = async (ply: number) => {
      ear.said.length = 0
      await playTo(table, ply)
      await watcher.sees(table.game, ({ moves }) => moves.length === ply)
      const forAll = ear.kindsOn(false)
      return ear.kindsOn(true).has('step') && !FOR_FOLLOWERS.some((kind) => forAll.has(kind))
    }
    let isFound = false
    for (let ply = 2; ply <= 24 && !isFound; ply += 2) isFound = await isOnlyForFollowers(ply)
    expect(isFound).toBe(true)
  })

  test('may come twice, late and in any order', async ({ club, onTestFinished }) => {
    const ear = await listenIn(club, onTestFinished)
    const table = await pairAcross(club)
    let n = 1_000_000
    /** Everything so far once more, the latest first, as if it were new. */
    const repeat = async () => {
      for (const { channel, text } of ear.said.slice().reverse()) {
        await ear.say(
          text.replace(/"n":\d+/, () => `"n":${n++}`),
          channel,
        )
      }
    }
    for (const ply of [4, 6, 8]) {
      await playTo(table, ply)
      await repeat()
    }
    await playTo(table, 10)
    expect(table.black.view(table.game)).toEqual(table.white.view(table.game))
  })

  test('that claim what is not stored change nothing in the database', async ({
    club,
    onTestFinished,
  }) => {
    const ear = await listenIn(club, onTestFinished)
    const table = await pairAcross(club)
    await playTo(table, 4)
    const { game, white } = table
    const step = ear.said.findLast(({ text }) => text.includes('"moved"')) ?? expect.fail()
    const forged = step.text
      .replace(/"n":\d+/, '"n":1000000')
      .replace(/"version":(\d+)/, (_, version: string) => `"version":${Number(version) + 5}`)
    await ear.say(forged, step.channel)
    await playTo(table, 6)
    const watcher = await Page.open(club.nodes[0]?.url ?? expect.fail())
    expect((await watcher.openGame(game)).moves).toEqual(white.view(game).moves)
  })

  test('that are lost without notice are found in the database', async ({ club, other }) => {
    const { black, white, game } = await pairAcross(club)
    await playTo({ black, white, game }, 4)
    other.redis.hold()
    await moveIn(black, game)
    await new Promise((resolve) => setTimeout(resolve, 300))
    other.redis.mend()
    await white.sees(game, ({ moves }) => moves.length === 5)
    await playTo({ black, white, game }, 8)
  })

  test('go to all nodes while an older one is heard, which follows nothing', async ({
    club,
    onTestFinished,
  }) => {
    const ear = await listenIn(club, onTestFinished)
    const table = await pairAcross(club)
    const beat = () => ear.say(JSON.stringify({ from: 'older', hint: { kind: 'beat' } }))
    await beat()
    const timer = setInterval(() => void beat(), 500)
    onTestFinished(() => clearInterval(timer))
    ear.said.length = 0
    await playTo(table, 6)
    expect(ear.kindsOn(false)).toContain('game')
    expect(ear.kindsOn(true)).not.toContain('step')
  })
})

describeOnNodes('a topic that Redis refuses', AT_ONCE, () => {
  test('is followed once Redis allows it', async ({ expect, onTestFinished }) => {
    const admin = new Redis(REDIS_URL)
    const name = `hokito-test-${process.pid}-${Date.now()}`
    await admin.acl('SETUSER', name, 'on', '>secret', '+@all', 'resetchannels', `&${name}`)
    const url = Object.assign(new URL(REDIS_URL), { username: name, password: 'secret' })
    const troubles: string[] = []
    const heard: string[] = []
    const line = openRedisLine(url.href, name, {
      onText: (text) => heard.push(text),
      onOpen: () => undefined,
      onFollowed: () => undefined,
      onTrouble: (error) => troubles.push(String(error)),
    })
    onTestFinished(async () => {
      line.close()
      await admin.acl('DELUSER', name)
      admin.disconnect()
    })
    line.follow('topic')
    await expect.poll(() => troubles.join(), { timeout: 60_000 }).toContain('NOPERM')
    await admin.acl('SETUSER', name, 'allchannels')
    const say = async () => {
      await line.say('hello', ['topic'])
      return heard
    }
    await expect.poll(say, { timeout: 60_000 }).toContain('hello')
  })
})
