import { ApiError } from '@hokito/client'
import type { ChallengeId, PlayerCard, Terms, TimeControl } from '@hokito/protocol'
import type { ApiRefusal } from '@hokito/protocol/api'
import { afterEach, describe, expect, test } from 'vitest'
import { MOST_RUNNING } from '../src/live/offer-limits.ts'
import { makeToken, PASSWORD, post } from './helpers/account.ts'
import { gameId } from './helpers/ids.ts'
import { kept } from './helpers/kept.ts'
import { beginGame, commandId, GIVEN_TERMS, Page } from './helpers/page.ts'
import { doTo, openMember, peopleOf } from './helpers/people.ts'
import { Program } from './helpers/program.ts'
import { IS_SHARED, startTestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { wait } from './helpers/server-process.mjs'

const DAY_MS = 86_400_000
const DAYS: TimeControl = { kind: 'correspondence', daysPerMove: 2 }
const LIMITS = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 }

const server = kept(() => startTestServer({ limits: LIMITS }))
const pages: Page[] = []
const programs: Program[] = []
afterEach(() => {
  for (const program of programs.splice(0)) program.stop()
  for (const page of pages.splice(0)) page.close()
})

async function guest(): Promise<Page> {
  const page = await Page.open(server.url)
  pages.push(page)
  return page
}

async function member(): Promise<Page> {
  const page = await openMember(server.url)
  pages.push(page)
  return page
}

/** A player with an account, connected by a page and by a program. */
interface Player {
  readonly page: Page
  readonly program: Program
  readonly card: PlayerCard
}

async function player(isBot = false): Promise<Player> {
  const page = await member()
  const { name } = page.player
  const token = await makeToken(page, ['games:read', 'challenges:write', 'games:play'])
  const program = new Program(server.url, token, name)
  if (isBot) await program.client.becomeBot()
  programs.push(program)
  program.follow()
  await program.online
  return { page, program, card: { ...page.player, ...(isBot && { isBot: true }) } }
}

const person = () => player()
const bot = () => player(true)

function wish(opponent: Pick<PlayerCard, 'id'> | undefined, change: Partial<Terms> = {}) {
  return {
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, ...change },
    color: 'white',
    isListed: false,
    ...(opponent && { opponent: opponent.id }),
  } as const
}

async function challenge(
  page: Page,
  opponent: Pick<PlayerCard, 'id'> | undefined,
  change: Partial<Terms> = {},
): Promise<ChallengeId> {
  const reply = await page.send(wish(opponent, change))
  return reply.ok ? reply.challenge.id : expect.fail(JSON.stringify(reply))
}

/** Why a player may not challenge another one. */
async function refusalTo(page: Page, opponent: Pick<PlayerCard, 'id'>) {
  const reply = await page.send(wish(opponent))
  return reply.ok ? undefined : reply.refusal.code
}

async function offeredBy(page: Page): Promise<readonly ChallengeId[]> {
  const reply = await page.send({ type: 'myChallenges' })
  return reply.ok ? reply.challenges.map(({ id }) => id) : expect.fail(JSON.stringify(reply))
}

const offeredTo = async ({ program }: Player) =>
  (await program.client.challenges()).forYou.map(({ id }) => id)

const take = (page: Page, id: ChallengeId) =>
  page.send({ type: 'acceptChallenge', id: commandId(), challenge: id })
const decline = (page: Page, id: ChallengeId) =>
  page.send({ type: 'declineChallenge', challenge: id })

/** The refusal of a program's call. */
async function refusalOf(call: Promise<unknown>): Promise<Partial<ApiRefusal>> {
  try {
    return expect.fail(`it went well: ${JSON.stringify(await call)}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.refusal === undefined) throw error
    return error.refusal
  }
}

describe.each([
  ['a person', person],
  ['a bot', bot],
])('a challenge to %s', (_, opponent) => {
  test('reaches that player’s pages and programs, and only that player may accept it', async () => {
    const [one, other, third, rival] = [
      await member(),
      await opponent(),
      await guest(),
      await bot(),
    ]
    const id = await challenge(one, other.card)
    await other.page.hear('challenged', (told) => told.challenge === id)
    expect(await other.program.challenge()).toBe(id)
    const { forYou } = await other.program.client.challenges()
    expect(forYou).toMatchObject([{ id, opponent: { name: other.card.name } }])
    expect((await peopleOf(other.page)).people?.challenges).toMatchObject([
      { id, challenger: { name: one.player.name }, opponent: other.card },
    ])
    const { seeks } = await other.program.client.seeks()
    expect(seeks.filter((seek) => seek.id === id)).toEqual([])
    for (const reply of [await take(third, id), await decline(third, id)]) {
      expect(reply).toMatchObject({ ok: false, refusal: { code: 'notForYou' } })
    }
    const { client } = rival.program
    for (const act of [() => client.accept(id), () => client.decline(id)]) {
      expect(await refusalOf(act())).toMatchObject({ status: 409, reason: 'notForYou' })
    }
    expect(await take(other.page, id)).toMatchObject({ ok: true })
    await other.program.hears((event) => event.type === 'challengeGone' && event.id === id)
    expect(await offeredTo(other)).toEqual([])
  })

  test('reaches a player who connects while it is open', async () => {
    const [one, other] = [await member(), await opponent()]
    other.page.close()
    await challenge(one, other.card)
    const id = await challenge(one, other.card)
    other.page.told.length = 0
    await other.page.connect()
    await other.page.hear('challenged', (told) => told.challenge === id)
    expect((await peopleOf(other.page)).people?.challenges.map((open) => open.id)).toEqual(
      (await offeredTo(other)).toReversed(),
    )
  })

  test('can be declined by a page or a program, and is gone then for who made it', async () => {
    const [one, other] = [await member(), await opponent()]
    const ids = [await challenge(one, other.card), await challenge(one, other.card)] as const
    expect(await decline(other.page, ids[0])).toEqual({ ok: true })
    await other.program.client.decline(ids[1])
    expect(await offeredBy(one)).toEqual([])
    for (const id of ids) {
      await one.hear('challengeGone', (gone) => gone.challenge === id && gone.isDeclined === true)
      expect(await take(other.page, id)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
      expect(await decline(other.page, id)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
    }
  })

  test('cannot be taken once it is withdrawn, and programs hear that', async () => {
    const [one, other] = [await member(), await opponent()]
    const id = await challenge(one, other.card)
    await other.program.challenge()
    expect(await one.send({ type: 'withdrawChallenge', challenge: id })).toEqual({ ok: true })
    await other.page.hear('challengeGone', (gone) => gone.challenge === id && !gone.isDeclined)
    await other.program.hears((event) => event.type === 'challengeGone' && event.id === id)
    expect(await refusalOf(other.program.client.accept(id))).toMatchObject({
      code: 'unknownChallenge',
    })
  })

  test('leads to one game, or none, where it is taken and withdrawn at once', async () => {
    const [one, other] = [await member(), await opponent()]
    for (let round = 0; round < 5; round++) {
      const id = await challenge(one, other.card)
      const [taken, withdrawn, declined] = await Promise.all([
        take(other.page, id),
        one.send({ type: 'withdrawChallenge', challenge: id }),
        decline(other.page, id),
      ])
      expect([taken, withdrawn, declined].filter(({ ok }) => ok)).toHaveLength(1)
    }
    expect(await offeredBy(one)).toEqual([])
  })

  test('waits with no more than nineteen others, until one of them is answered', async () => {
    const other = await opponent()
    const ids: ChallengeId[] = []
    for (let n = 0; n < 4; n++) {
      const page = await member()
      for (let own = 0; own < 5; own++) ids.push(await challenge(page, other.card))
    }
    const last = await member()
    expect(await refusalTo(last, other.card)).toBe('opponentBusy')
    expect(await offeredTo(other)).toEqual(ids)
    await decline(other.page, ids[0] ?? expect.fail())
    expect(await refusalTo(last, other.card)).toBeUndefined()
  })

  test('counts among the five of who makes it', async () => {
    const [one, other] = [await member(), await opponent()]
    for (let n = 0; n < 5; n++) await challenge(one, other.card)
    expect(await refusalTo(one, other.card)).toBe('tooManyChallenges')
  })

  test('is gone with a block by either, and not made while that holds', async () => {
    const [one, other] = [await member(), await opponent()]
    const [byLink, toOther] = [await challenge(one, undefined), await challenge(one, other.card)]
    for (const [by, blocked] of [
      [one, other.page],
      [other.page, one],
    ] as const) {
      const block = (isOn: boolean) => doTo(by, 'block', { player: blocked.player.id, isOn })
      expect((await block(true)).status).toBe(200)
      await expect.poll(() => offeredBy(one)).toEqual([byLink])
      expect(await offeredTo(other)).toEqual([])
      expect(await take(other.page, toOther)).toMatchObject({ ok: false })
      expect(await refusalTo(one, other.card)).toBe('blocked')
      expect(await refusalTo(other.page, one.player)).toBe('blocked')
      expect((await block(false)).status).toBe(200)
      await challenge(one, other.card)
    }
  })

  test('is gone with either account', async () => {
    const [one, leaver, other] = [await member(), await member(), await opponent()]
    await challenge(leaver, other.card)
    const id = await challenge(one, other.card)
    expect((await post(leaver, 'delete', { password: PASSWORD })).status).toBe(200)
    expect(await offeredTo(other)).toEqual([id])
    expect((await post(other.page, 'delete', { password: PASSWORD })).status).toBe(200)
    expect(await offeredBy(one)).toEqual([])
    expect(await refusalTo(one, other.card)).toBe('opponentBarred')
  })

  test('is not to oneself, nor to nobody', async () => {
    const { page, card } = await opponent()
    expect(await refusalTo(page, card)).toMatch(/^(ownChallenge|forPeople)$/)
    expect(await refusalTo(page, { id: 'nobodyNobody' as PlayerCard['id'] })).toBe('opponentAway')
  })

  test('says by which name its player goes now', async () => {
    const [one, other] = [await member(), await opponent()]
    const id = await challenge(one, other.card)
    const name = other.card.isBot ? 'Pendulum' : 'Fridolin'
    expect(await other.page.send({ type: 'rename', name })).toMatchObject({ ok: true })
    const seen = await one.send({ type: 'seeChallenge', challenge: id })
    expect(seen).toMatchObject({ challenge: { opponent: { name } } })
  })

  test('of days for each move outlives a restart, and is over after a week', async () => {
    const [one, other] = [await member(), await opponent()]
    const id = await challenge(one, other.card, { timeControl: DAYS })
    await server.restart(2 * DAY_MS)
    await one.connect()
    expect(await offeredBy(one)).toEqual([id])
    expect(await offeredTo(other)).toEqual([id])
    one.close()
    await server.restart(6 * DAY_MS)
    await one.connect()
    expect(await offeredBy(one)).toEqual([])
    expect(await offeredTo(other)).toEqual([])
  })
})

describe('a challenge to a live game', () => {
  test('stays for a person while its maker is away, for a day, and begins when both are there', async () => {
    const [one, other] = [await member(), await person()]
    const [id, late] = [await challenge(one, other.card), await challenge(one, other.card)]
    await doTo(other.page, 'follow', { name: one.player.name, isOn: true })
    one.close()
    await expect
      .poll(async () => (await peopleOf(other.page)).people?.followed)
      .toMatchObject([{ isHere: false }])
    // The challenger might be on another node. The server knows that they are not once every node
    // has reported its players.
    if (IS_SHARED) await wait(7000)
    expect(await take(other.page, id)).toMatchObject({ refusal: { code: 'opponentAway' } })
    await one.connect()
    await other.page.hear('challengerHere', ({ challenger }) => challenger === one.player.id)
    expect(await take(other.page, id)).toMatchObject({ ok: true })
    await server.restart(DAY_MS + 1000)
    await one.connect()
    expect(await offeredBy(one)).not.toContain(late)
  })

  test('to a bot closes when its maker leaves, because a bot answers straight away or never', async () => {
    const [one, other] = [await member(), await bot()]
    await challenge(one, other.card)
    one.close()
    await expect.poll(() => offeredTo(other), { timeout: 60_000 }).toEqual([])
  })
})

describe('a person', () => {
  test('is challenged by other people with an account, and by no program’s own', async () => {
    const [one, other] = [await person(), await person()]
    const [visitor, rival] = [await guest(), await bot()]
    expect(await refusalTo(visitor, one.card)).toBe('needsAccount')
    expect(await refusalTo(one.page, visitor.player)).toBe('opponentAway')
    expect(await refusalTo(rival.page, one.card)).toBe('forPeople')
    const asked = rival.program.client.challenge({ terms: GIVEN_TERMS, opponent: one.card.name })
    expect(await refusalOf(asked)).toMatchObject({ status: 409, reason: 'forPeople' })
    // A person's program may do what the person may.
    const { client } = other.program
    const made = await client.challenge({ terms: GIVEN_TERMS, opponent: one.card.name })
    expect(await offeredTo(one)).toEqual([made.id])
    const unknown = client.challenge({ terms: GIVEN_TERMS, opponent: 'Nobody whom we know' })
    expect(await refusalOf(unknown)).toMatchObject({ code: 'unknownPlayer' })
  })

  test('is not rung up again and again: so many in an hour from one player, and no more', async () => {
    const [one, other] = [await member(), await person()]
    let refusal: unknown
    for (let n = 0; n < 130 && refusal === undefined; n++) {
      const reply = await one.send(wish(other.card))
      if (reply.ok) await one.send({ type: 'withdrawChallenge', challenge: reply.challenge.id })
      else refusal = reply.refusal
    }
    expect(refusal).toEqual({ code: 'tooMany', retryAfterMs: expect.any(Number) })
    // Challenges by link and to a bot are not limited by this.
    expect(await challenge(one, undefined)).toMatch(/^\w{12}$/)
    expect(await refusalTo(one, (await bot()).card)).toBeUndefined()
  })
})

test('a challenge that the version before has sent to one player is for that player alone', async () => {
  const [one, other, third] = [await member(), await person(), await guest()]
  const id = await challenge(one, undefined, { timeControl: DAYS })
  const at = Date.now()
  const row = { challenge: id, sender: one.player.id, receiver: other.card.id, at }
  await server.inStore((db) => db.insertInto('sentChallenges').values(row).execute())
  await server.restart()
  for (const page of [one, other.page, third]) await page.connect()
  await other.page.hear('challenged', (told) => told.challenge === id)
  expect(await offeredTo(other)).toEqual([id])
  expect(await take(third, id)).toMatchObject({ refusal: { code: 'notForYou' } })
  expect(await take(other.page, id)).toMatchObject({ ok: true })
})

test('games that cannot be read, and so never end, keep nobody from a new one', async () => {
  const [one, other] = [await guest(), await guest()]
  const rows = Array.from({ length: MOST_RUNNING }, (_, n) => ({
    ...{ id: gameId(`Damaged${n + 10}`), black: one.player.id, white: other.player.id },
    ...{ createdAt: 0, secret: null, endedAt: null, damage: 'notAnEvent at 1' },
  }))
  await server.inStore((db) => db.insertInto('games').values(rows).execute())
  await beginGame(one, other)
})
