import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveOrder, type Order, readAdminLog } from '../../src/index.ts'
import { type Club, describeOnNodes, startClub } from '../helpers/nodes.ts'
import { beginGame, commandId, GIVEN_TERMS, type Page } from '../helpers/page.ts'
import { doTo, openMember, peopleOf } from '../helpers/people.ts'

let club: Club
const pages: Page[] = []
beforeEach(async () => {
  club = await startClub()
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await club.close()
})

/** A player with an account, connected to a node. */
async function member(name: string, node: number): Promise<Page> {
  const page = await openMember(club.nodes[node]?.url ?? expect.fail(), name)
  pages.push(page)
  return page
}

describeOnNodes('people on two nodes', () => {
  test('see each other there, and hear of a challenge', async () => {
    const [one, other] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    await doTo(one, 'follow', { name: 'Kunigunde', isOn: true })
    const isHere = async () => (await peopleOf(one)).people?.followed[0]?.isHere
    expect(await isHere()).toBe(true)
    const offered = await one.send({
      type: 'challenge',
      id: commandId(),
      terms: GIVEN_TERMS,
      color: 'black',
      isListed: false,
      opponent: other.player.id,
    })
    const challenge = offered.ok ? offered.challenge.id : expect.fail()
    await other.hear('challenged', (told) => told.challenge === challenge)
    expect((await peopleOf(other)).people?.challenges).toMatchObject([{ id: challenge }])
    expect(await other.send({ type: 'declineChallenge', challenge })).toEqual({ ok: true })
    await one.hear('challengeGone', (gone) => gone.challenge === challenge)
    other.close()
    await expect.poll(isHere).toBe(false)
  })

  test('have one game by a challenge, or none, where it is taken on one node and withdrawn on the other', async () => {
    const [one, other] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    const offer = async () => {
      const offered = await one.send({
        type: 'challenge',
        id: commandId(),
        terms: GIVEN_TERMS,
        color: 'black',
        isListed: false,
        opponent: other.player.id,
      })
      return offered.ok ? offered.challenge.id : expect.fail()
    }
    const take = (challenge: Awaited<ReturnType<typeof offer>>) =>
      other.send({ type: 'acceptChallenge', id: commandId(), challenge })
    for (let round = 0; round < 5; round++) {
      const challenge = await offer()
      await other.hear('challenged', (told) => told.challenge === challenge)
      const replies = await Promise.all([
        take(challenge),
        one.send({ type: 'withdrawChallenge', challenge }),
      ])
      expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
      await expect.poll(async () => (await peopleOf(other)).people?.challenges).toEqual([])
    }
    // The same if the other node has not received the hint.
    const challenge = await offer()
    await other.hear('challenged', (told) => told.challenge === challenge)
    club.nodes[1]?.redis.cut()
    expect(await one.send({ type: 'withdrawChallenge', challenge })).toMatchObject({ ok: true })
    expect(await take(challenge)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
  })

  test('are challenged by nobody whom they have blocked on the other node', async () => {
    const [one, other] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    const wish = {
      type: 'challenge',
      terms: GIVEN_TERMS,
      color: 'black',
      isListed: false,
      opponent: other.player.id,
    } as const
    expect(await one.send({ ...wish, id: commandId() })).toMatchObject({ ok: true })
    await other.hear('challenged')
    await doTo(other, 'block', { player: one.player.id, isOn: true })
    await expect
      .poll(() => one.send({ type: 'myChallenges' }))
      .toMatchObject({ ok: true, challenges: [] })
    expect((await peopleOf(other)).people?.challenges).toEqual([])
    expect(await one.send({ ...wish, id: commandId() })).toMatchObject({
      refusal: { code: 'blocked' },
    })
  })

  test('hear nothing wrong while the nodes do not hear each other', async () => {
    const [one] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    await doTo(one, 'follow', { name: 'Kunigunde', isOn: true })
    for (const node of club.nodes) node.redis.cut()
    expect((await peopleOf(one)).people?.followed).toMatchObject([{ name: 'Kunigunde' }])
  })

  test('are kept apart by a block that was made on the other node', async () => {
    const [one, other] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    const game = await beginGame(one, other)
    await other.send({ type: 'openLobby' })
    await doTo(one, 'block', { player: other.player.id, isOn: true })
    await other.hear('lobby')
    expect(await other.send({ type: 'say', game, phrase: 'hello' })).toMatchObject({
      refusal: { code: 'blocked' },
    })
    const timeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 } as const
    for (const page of [one, other]) {
      const paired = await page.send({ type: 'quickPair', id: commandId(), timeControl })
      expect(paired).toMatchObject({ ok: true, challenge: {} })
    }
    // Nodes exchange their queues every two seconds, and then pair waiting players.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect(other.told.filter(({ event }) => event === 'started')).toHaveLength(1)
  })

  test('write to each other, and hear when one of them may no more', async () => {
    const [one, other] = [await member('Ottilie', 0), await member('Kunigunde', 1)]
    const game = await beginGame(one, other)
    for (const page of [one, other]) await doTo(page, 'talk', { isOn: true })
    for (const page of [one, other]) await page.hear('talk', ({ isOn }) => isOn)
    await one.send({ type: 'write', id: commandId(), game, words: 'hello over there' })
    await other.hear('written', ({ words }) => words === 'hello over there')
    const order: Order = {
      kind: 'limit',
      limitation: 'mute',
      name: 'Kunigunde',
      forMs: 60_000,
      why: 'Insults',
      admin: 'root',
    }
    // Exactly one node carries out the order, and it does not matter which.
    const source = { databaseFile: undefined, databaseUrl: club.database.url }
    expect(await giveOrder(source, order, () => 0)).toMatchObject({ value: { ok: true } })
    for (const page of [one, other]) await page.hear('talk', ({ isOn }) => !isOn)
    expect(await other.send({ type: 'say', game, phrase: 'hello' })).toMatchObject({
      refusal: { code: 'muted' },
    })
    const log = await readAdminLog(source, { name: undefined, most: 10 })
    expect(log).toMatchObject({ value: [{ about: 'Kunigunde' }] })
    const rename: Order = {
      kind: 'rename',
      name: 'Kunigunde',
      next: 'Adelheid',
      why: 'Insults',
      admin: 'root',
    }
    expect(await giveOrder(source, rename, () => 0)).toMatchObject({ value: { ok: true } })
    await other.hear('renamed', ({ player }) => player.name === 'Adelheid')
  })
})
