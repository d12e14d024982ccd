import { join } from 'node:path'
import {
  type Challenge,
  type ChallengeId,
  LOBBY_PAGE,
  lobbyPageSchema,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/database.ts'
import { Sqlite } from '../../../src/store/sqlite.ts'
import { challengeId, playerId } from '../../helpers/ids.ts'
import { kept } from '../../helpers/kept.ts'
import { commandId, GIVEN_TERMS, nextInstant, Page, startedBy } from '../../helpers/page.ts'
import { startTestServer } from '../../helpers/server.ts'

const DAY_MS = 86_400_000
const DAYS: TimeControl = { kind: 'correspondence', daysPerMove: 2 }
const BLITZ: TimeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 }

const server = kept(() => startTestServer(), 'each')

async function offer(page: Page, change: Partial<Terms> = {}, isListed = true) {
  const terms = { ...GIVEN_TERMS, ...change }
  return page.send({ type: 'challenge', id: commandId(), terms, color: 'random', isListed })
}

const pair = (page: Page, timeControl: TimeControl) =>
  page.send({ type: 'quickPair', id: commandId(), timeControl })

/** The lobby as a newcomer sees it, and that player's own challenges. */
async function lobbyOf(page: Page) {
  const reply = await page.send({ type: 'openLobby' })
  if (!reply.ok || reply.lobby === undefined) return expect.fail(JSON.stringify(reply))
  return { ...lobbyPageSchema.parse(JSON.parse(reply.lobby)), own: reply.challenges ?? [] }
}

/** Lets this number of guests do something and leave. */
async function passBy(count: number, act: (page: Page) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += 20) {
    const made = Array.from({ length: Math.min(20, count - first) }, () => Page.open(server.url))
    const pages = await Promise.all(made)
    await Promise.all(pages.map(act))
    for (const page of pages) page.close()
  }
}

/** Resolves when a page that follows the lobby has received a player's offer. */
async function hears(page: Page, { player }: Page): Promise<void> {
  const isTheirs = ({ challenger }: Challenge) => challenger.id === player.id
  await page.hear('lobby', ({ added }) => added.some(isTheirs))
}

test('S5: 200 offers of people who are gone neither hide a new one nor keep two from being paired', async () => {
  await passBy(100, async (page) => {
    expect((await offer(page, { timeControl: DAYS })).ok).toBe(true)
    expect((await offer(page, { timeControl: DAYS })).ok).toBe(true)
  })
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => Page.open(server.url)))
  if (!one || !two || !three) return expect.fail()
  await three.send({ type: 'openLobby' })
  expect((await offer(one)).ok).toBe(true)
  await hears(three, one)
  expect((await lobbyOf(two)).challenges[0]?.challenger).toEqual(one.player)
  await pair(two, BLITZ)
  const paired = await pair(three, BLITZ)
  expect(startedBy(paired)).toMatch(/^\w{12}$/)
})

test('S5: an offer of days a move ends with its week, or when its maker has not come for three days', async () => {
  const [away, back] = await Promise.all([Page.open(server.url), Page.open(server.url)])
  await offer(away, { timeControl: DAYS })
  await nextInstant()
  await offer(back, { timeControl: DAYS })
  const open = async () => {
    await back.signIn()
    await back.connect()
    return (await lobbyOf(back)).challenges.map(({ challenger }) => challenger.id)
  }
  await server.restart(2 * DAY_MS)
  expect(await open()).toEqual([back.player.id, away.player.id])
  await server.restart(2 * DAY_MS)
  expect(await open()).toEqual([back.player.id])
  await server.restart(4 * DAY_MS)
  expect(await open()).toEqual([])
})

test('S5: nobody has more than two listed offers whose maker need not be there, and five in all', async () => {
  const page = await Page.open(server.url)
  const replies = [
    await offer(page, { timeControl: DAYS }),
    await offer(page, { timeControl: { kind: 'none' } }),
    await offer(page, { timeControl: DAYS }),
    await offer(page, { timeControl: DAYS }, false),
    await offer(page),
    await offer(page, {}, false),
    await offer(page, {}, false),
  ]
  expect(replies.map(({ ok }) => ok)).toEqual([true, true, false, true, true, true, false])
  expect(replies[2]).toMatchObject({ refusal: { code: 'tooManyChallenges' } })
})

test('S2: changes of the lobby are sent once, in messages of a bounded size', async () => {
  const follower = await Page.open(server.url)
  const { version } = await lobbyOf(follower)
  const makers = await Promise.all(Array.from({ length: 40 }, () => Page.open(server.url)))
  await Promise.all(makers.flatMap((maker) => [1, 2, 3, 4, 5].map(() => offer(maker))))
  await follower.hear('lobby', ({ total }) => total === 200)
  const messages = follower.told.flatMap((told) => (told.event === 'lobby' ? [told.message] : []))
  expect(messages.map((message) => message.version)).toEqual(
    messages.map((_, index) => version + 1 + index),
  )
  for (const { added } of messages) expect(added.length).toBeLessThanOrEqual(LOBBY_PAGE)
  const { challenges, total } = await lobbyOf(follower)
  expect([challenges.length, total]).toEqual([LOBBY_PAGE, 200])
  const times = challenges.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('the lobby tells a player all offers of their own, also those that nobody else is shown', async () => {
  const page = await Page.open(server.url)
  const replies = [await offer(page, {}, false), await offer(page)]
  const ids = replies.map((reply) => (reply.ok ? reply.challenge.id : expect.fail()))
  expect((await lobbyOf(page)).own.map(({ id }) => id)).toEqual(ids)
  await page.send({ type: 'withdrawChallenge', challenge: ids[0] ?? expect.fail() })
  expect((await lobbyOf(page)).own.map(({ id }) => id)).toEqual(ids.slice(1))
})

test('S21: a full lobby makes room for a new offer by one whose maker is longest gone', async () => {
  const file = join(server.folder, 'full.db')
  await fill(file, 20_010)
  const full = await startTestServer({ databaseFile: file })
  try {
    const page = await Page.open(full.url)
    const known = async (challenge: ChallengeId) =>
      (await page.send({ type: 'seeChallenge', challenge })).ok
    const before = [await known(offerOf(9)), await known(offerOf(10)), await known(offerOf(11))]
    expect((await page.send(challengeOf(DAYS))).ok).toBe(true)
    const after = [await known(offerOf(10)), await known(offerOf(11)), await known(offerOf(20_009))]
    expect([before, after]).toEqual([
      [false, true, true],
      [false, true, true],
    ])
    expect(countIn(file)).toBe(20_000)
  } finally {
    await full.close()
  }
})

const challengeOf = (timeControl: TimeControl) =>
  ({
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, timeControl },
    color: 'random',
    isListed: true,
  }) as const

const offerOf = (n: number) => challengeId(`offer${String(n).padStart(7, '0')}`)
const makerOf = (n: number) => playerId(`maker${String(n).padStart(7, '0')}`)

/**
 * Fills a database with this number of correspondence challenges, each by another player; the
 * challenger of the first has been gone longest.
 */
async function fill(file: string, count: number): Promise<void> {
  await (await openDatabase(file)).close()
  const sqlite = new Sqlite(file)
  const player = sqlite.prepare(
    'insert into players (id, name, nameKey, createdAt) values (?, ?, ?, 0)',
  )
  const row = sqlite.prepare(
    'insert into challenges (id, player, createdAt, challengeJson) values (?, ?, ?, ?)',
  )
  const first = Date.now() - DAY_MS
  sqlite.transaction(() => {
    for (let n = 0; n < count; n++) {
      const challenger = { id: makerOf(n), name: `Guest ${n}` }
      player.run(challenger.id, challenger.name, challenger.name)
      const { terms, color, isListed } = challengeOf(DAYS)
      const [id, createdAt] = [offerOf(n), first + n]
      const challenge: Challenge = { id, challenger, terms, color, isListed, createdAt }
      row.run(id, challenger.id, createdAt, JSON.stringify(challenge))
    }
  })()
  sqlite.close()
}

function countIn(file: string): unknown {
  const sqlite = new Sqlite(file, { readonly: true })
  const count = sqlite.prepare('select count(*) from challenges').pluck().get()
  sqlite.close()
  return count
}
