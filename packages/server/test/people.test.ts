import { MOST_FOLLOWED, NAMES_SHOWN, namesReplySchema, type PlayerId } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { giveOrder } from '../src/index.ts'
import { PASSWORD, post } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import { beginGame, commandId, GIVEN_TERMS, type Page, pairUp } from './helpers/page.ts'
import { doTo, pagesOn, peopleOf, relationTo } from './helpers/people.ts'
import { startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'

const server = kept(() => startTestServer())
const { pages, guest, member } = pagesOn(() => server)

const nameOf = ({ player }: Page) => player.name
const follow = (page: Page, other: Page, isOn = true) =>
  doTo(page, 'follow', { name: nameOf(other), isOn })
const block = (page: Page, other: Page, isOn = true) =>
  doTo(page, 'block', { player: other.player.id, isOn })

/** An open challenge of a page: by link, listed, or addressed to a player. */
async function offer(page: Page, isListed = false, opponent?: Page) {
  const reply = await page.send({
    type: 'challenge',
    id: commandId(),
    terms: GIVEN_TERMS,
    color: 'black',
    isListed,
    ...(opponent && { opponent: opponent.player.id }),
  })
  if (!reply.ok) throw new Error(JSON.stringify(reply))
  return reply.challenge
}
const take = (page: Page, { id }: { id: string }) =>
  page.sendRaw({ type: 'acceptChallenge', id: commandId(), challenge: id })

describe('finding names', () => {
  const find = async (begins: string, page?: Page) => {
    const { status, body } = await ask(
      `${server.url}/api/names?${new URLSearchParams({ begins })}`,
      page && { headers: { cookie: page.cookie } },
    )
    expect(status).toBe(200)
    return namesReplySchema.parse(JSON.parse(body)).players.map(({ name }) => name)
  }

  test('needs two letters, in any spelling, and gives accounts alone in order', async () => {
    for (const name of ['Zo\u00eb Quill', 'Zo Quartz', 'Zorn Quest']) await member(name)
    const other = await guest()
    expect(await find('z')).toEqual([])
    expect(await find('ZO')).toEqual(['Zoë Quill', 'Zorn Quest', 'Zo Quartz'])
    expect(await find('zo q')).toEqual(['Zo Quartz'])
    expect(await find('zor')).toEqual(['Zorn Quest'])
    expect(await find(other.player.name.slice(0, 6))).toEqual([])
    expect(await find('%_')).toEqual([])
  })

  test('gives at most eight', async () => {
    for (let n = 0; n < NAMES_SHOWN + 2; n++) await member(`Yak Herd ${'abcdefghijkl'[n]}`)
    expect(await find('yak')).toHaveLength(NAMES_SHOWN)
  })

  test('leaves out whom a block keeps apart, and suspended players', async () => {
    const [one, other] = [await member('Xanthe One'), await member('Xanthe Two')]
    expect(await find('xanthe', one)).toEqual(['Xanthe One', 'Xanthe Two'])
    await block(other, one)
    expect(await find('xanthe', one)).toEqual(['Xanthe One'])
    expect(await find('xanthe', other)).toEqual(['Xanthe Two'])
    expect(await find('xanthe')).toHaveLength(2)
    const order = { kind: 'limit', limitation: 'suspend', forMs: null, why: 'x' } as const
    await giveOrder(server.source, { ...order, name: nameOf(other), admin: 'root' }, () => 0)
    expect(await find('xanthe')).toEqual(['Xanthe One'])
  })
})

describe('following', () => {
  test('makes friends of two who follow each other, and says who is connected', async () => {
    const [one, other] = [await member(), await member()]
    expect(await follow(one, other)).toMatchObject({ status: 200 })
    expect((await peopleOf(one)).people?.followed).toEqual([
      { name: nameOf(other), isFriend: false, isHere: true },
    ])
    expect((await peopleOf(other)).people).toMatchObject({ followed: [], followers: 1 })
    await follow(other, one)
    other.close()
    await expect
      .poll(async () => (await peopleOf(one)).people?.followed)
      .toEqual([{ name: nameOf(other), isFriend: true, isHere: false }])
    expect(await relationTo(one, nameOf(other))).toMatchObject({ follows: true, isFollowed: true })
    await follow(one, other, false)
    expect((await peopleOf(one)).people).toMatchObject({ followed: [], followers: 1 })
  })

  test('is for accounts alone, on both sides, and not for oneself', async () => {
    const [one, other] = [await member(), await guest()]
    expect(await follow(other, one)).toMatchObject({ status: 403, refusal: { code: 'noAccount' } })
    expect(await follow(one, other)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
    expect(await follow(one, one)).toMatchObject({ refusal: { code: 'self' } })
    expect(await peopleOf(other)).toEqual({ limitations: [] })
  })

  test('has a bound that no number of attempts gets past', async () => {
    const [one, other] = [await member(), await member()]
    const rows = Array.from({ length: MOST_FOLLOWED - 1 }, (_, n) => ({
      player: one.player.id,
      followed: String(n).padStart(12, '0') as PlayerId,
      at: n,
    }))
    await server.inStore((db) => db.insertInto('follows').values(rows).execute())
    const third = await member()
    const answers = await Promise.all([follow(one, other), follow(one, third)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.refusal?.code).toBe('listFull')
  })

  test('of too many in an hour is refused with when to come again', async () => {
    const [one, other] = [await member(), await member()]
    const answers = []
    for (let n = 0; n < 130; n++) answers.push(await follow(one, other, n % 2 === 0))
    const last = answers.at(-1)
    expect(last).toMatchObject({ status: 429, refusal: { code: 'tooMany' } })
    expect(last?.refusal?.retryAfterMs).toBeGreaterThan(0)
  })

  test('is asked for by our own pages alone', async () => {
    const [one, other] = [await member(), await member()]
    const body = { name: nameOf(other), isOn: true }
    const foreign = await doTo(one, 'follow', body, { headers: { origin: 'https://evil.example' } })
    expect(foreign).toMatchObject({ status: 403, refusal: { code: 'wrongOrigin' } })
    expect((await peopleOf(one)).people?.followed).toEqual([])
  })

  test('ends with either account, and is in the download until then', async () => {
    const [one, other] = [await member(), await member()]
    await follow(one, other)
    await follow(other, one)
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: one.cookie },
    })
    expect(JSON.parse(body)).toMatchObject({ follows: [{ name: nameOf(other) }] })
    expect((await post(other, 'delete', { password: PASSWORD })).status).toBe(200)
    expect((await peopleOf(one)).people).toMatchObject({ followed: [], followers: 0 })
    const left = await server.inStore((db) =>
      db.selectFrom('follows').selectAll().where('player', '=', other.player.id).execute(),
    )
    expect(left).toEqual([])
  })
})

describe('a block', () => {
  test('refuses challenges both ways, ends following, and is gone when it is taken back', async () => {
    const [one, other] = [await member(), await member()]
    await follow(one, other)
    await follow(other, one)
    const [ours, theirs] = [await offer(one), await offer(other)]
    expect(await block(one, other)).toMatchObject({ status: 200 })
    expect(await take(other, ours)).toMatchObject({ refusal: { code: 'blocked' } })
    expect(await take(one, theirs)).toMatchObject({ refusal: { code: 'blocked' } })
    for (const [asker, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      await expect(offer(asker, false, asked)).rejects.toThrow('blocked')
    }
    expect(await follow(other, one)).toMatchObject({ refusal: { code: 'blocked' } })
    const { people } = await peopleOf(one)
    expect(people?.blocked).toEqual([{ player: other.player.id, name: nameOf(other) }])
    expect(people?.followed).toEqual([])
    expect(await relationTo(other, nameOf(one))).toMatchObject({ hasBlocked: false, isApart: true })
    await block(one, other, false)
    expect(await take(other, ours)).toMatchObject({ ok: true })
  })

  test('hides both from each other in the lobby straight away, and from nobody else', async () => {
    const [one, other, third] = [await member(), await member(), await guest()]
    const seen = async (page: Page) => {
      const reply = await page.send({ type: 'openLobby' })
      return reply.ok ? reply.lobby : ''
    }
    await Promise.all([one, other, third].map(seen))
    await block(one, other)
    // Both receive the event that makes their open pages ask again.
    for (const page of [one, other]) {
      await page.hear('lobby', ({ added, removed }) => added.length + removed.length === 0)
      await seen(page)
    }
    const [ours, theirs] = [await offer(one, true), await offer(other, true)]
    await third.hear('lobby', ({ added }) => added.some(({ id }) => id === theirs.id))
    expect(await seen(third)).toContain(ours.id)
    expect(await seen(one)).not.toContain(theirs.id)
    expect(await seen(other)).not.toContain(ours.id)
    const heard = (page: Page) => JSON.stringify(page.told.filter(({ event }) => event === 'lobby'))
    expect(heard(one)).not.toContain(theirs.id)
    expect(heard(other)).not.toContain(ours.id)
  })

  test('keeps two from being paired', async () => {
    const [one, other] = [await member(), await member()]
    await block(one, other)
    const timeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 } as const
    const pair = (page: Page) => page.send({ type: 'quickPair', id: commandId(), timeControl })
    expect(await pair(one)).toMatchObject({ ok: true, challenge: {} })
    expect(await pair(other)).toMatchObject({ ok: true, challenge: {} })
    expect(await pair(await guest())).toMatchObject({ ok: true, started: expect.any(String) })
  })

  test('lets a running game go on, in silence and without a rematch', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginGame(one, other)
    await block(one, other)
    for (const page of [one, other]) {
      const said = await page.send({ type: 'say', game, phrase: 'hello' })
      expect(said).toMatchObject({ refusal: { code: 'blocked' } })
    }
    expect(await other.command(game, 'offerDraw')).toMatchObject({ ok: true })
    await one.sees(game, ({ offers }) => offers.length > 0)
    expect(await one.command(game, 'resign')).toMatchObject({ ok: true })
    await other.sees(game, ({ ending }) => ending !== undefined)
    expect(await other.command(game, 'offerRematch')).toMatchObject({
      refusal: { code: 'blocked' },
    })
    expect(other.told.filter(({ event }) => event === 'said')).toEqual([])
  })

  test('keeps away a rematch that was offered before it', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginGame(one, other)
    await one.command(game, 'resign')
    await other.sees(game, ({ ending }) => ending !== undefined)
    await other.command(game, 'offerRematch')
    const { offers } = await one.sees(game, (view) => view.offers.length > 0)
    await block(one, other)
    const accepted = await one.command(game, 'acceptOffer', { offer: offers[0]?.id })
    expect(accepted).toMatchObject({ refusal: { code: 'blocked' } })
  })

  test('may be of a guest, and is an account’s alone', async () => {
    const { black, white } = await pairUp(server.url)
    pages.push(black, white)
    expect(await block(black, white)).toMatchObject({ refusal: { code: 'noAccount' } })
    const one = await member()
    expect(await block(one, white)).toMatchObject({ status: 200 })
    expect(await block(one, one)).toMatchObject({ refusal: { code: 'self' } })
    const nobody = { player: 'nobodyNobody', isOn: true }
    expect(await doTo(one, 'block', nobody)).toMatchObject({ refusal: { code: 'unknownPlayer' } })
  })
})
