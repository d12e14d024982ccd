import {
  expectedReplySchema,
  type GameId,
  profileReplySchema,
  ratingChangesReplySchema,
} from '@hokito/protocol'
import type { ApiPlayer } from '@hokito/protocol/api'
import { randomIndex, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { PASSWORD, post, signUp } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import { describeOnNodes, startClub } from './helpers/nodes.ts'
import { commandId, Page } from './helpers/page.ts'
import { pagesOn } from './helpers/people.ts'
import {
  beginRated,
  giveUp,
  playRated,
  playRatedSingle,
  RATED_SINGLE,
  RATED_TERMS,
  ratingsIn,
} from './helpers/rated.ts'
import { startTestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { inStore } from './helpers/stored.ts'
import { ask } from './helpers/stranger.ts'

const DAY = 86_400_000

/** The tests play faster than people do. */
const LIMITS = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 }

const server = kept(() => startTestServer({ limits: LIMITS }))
const { pages, guest } = pagesOn(() => server)

let names = 0
/** A player with an account, connected. */
async function member(url = server.url): Promise<Page> {
  const page = await Page.open(url)
  pages.push(page)
  await signUp(page, `Member ${'abcdefghijklmnopqrstuvwxyz'.charAt(names++ % 26)}${names}`)
  page.close()
  await page.signIn()
  await page.connect()
  return page
}

async function read(path: string, page?: Page) {
  const headers = page === undefined ? {} : { cookie: page.cookie }
  const { status, body } = await ask(`${server.url}${path}`, { headers })
  return { status, body: JSON.parse(body) as unknown }
}

async function profileOf(page: Page) {
  const { body } = await read(`/api/players/${encodeURIComponent(page.player.name)}`)
  return profileReplySchema.parse(body)
}

async function changesOf(game: GameId) {
  return ratingChangesReplySchema.parse((await read(`/api/games/${game}/ratings`)).body).changes
}

describe('a rated match', () => {
  test('changes both ratings once, by as much as it said', async () => {
    const [one, other] = [await member(), await member()]
    const offered = await one.send({
      type: 'challenge',
      id: commandId(),
      terms: RATED_TERMS,
      color: 'black',
      isListed: false,
    })
    if (!offered.ok) expect.fail(offered.refusal.code)
    expect(offered.challenge.challenger.rating).toEqual({
      value: 1500,
      deviation: 350,
      isProvisional: true,
    })
    const { id } = offered.challenge
    const told = await read(`/api/challenges/${id}/expected`, other)
    const { changes, expected } = expectedReplySchema.parse(told.body)
    expect(expected).toBeCloseTo(1, 6)
    expect(changes[1]).toBe(0)

    const second = await playRated([one, other], [one, one])
    const rated = await changesOf(second)
    const winner = rated.find(({ player }) => player === other.player.id)
    expect(winner).toMatchObject({ before: { value: 1500 }, scored: 2, speed: 'fast' })
    expect((winner?.after.value ?? 0) - 1500).toBe(changes[0])
    expect(await profileOf(one)).toMatchObject({
      speeds: [
        {
          speed: 'fast',
          matches: 1,
          asBlack: { won: 0, drawn: 0, lost: 1 },
          asWhite: { won: 0, drawn: 0, lost: 1 },
          graph: [{ value: 1500 - (changes[0] ?? 0) }],
        },
      ],
      matches: [{ opponent: other.player.name, scored: 0, change: -(changes[0] ?? 0) }],
    })
    const { differences } = await server.inStore(ratingsIn)
    expect(differences).toBe(0)
  })

  test('appears in the API: each rating with its matches, and a leaderboard once it is settled', async () => {
    const [one, other] = [await member(), await member()]
    await playRated([one, other], [other, other])
    const ratingsOf = async ({ player }: Page) => {
      const { body } = await read(`/api/v1/players/${encodeURIComponent(player.name)}`)
      return (body as ApiPlayer).ratings
    }
    const { speeds } = await profileOf(one)
    expect(await ratingsOf(one)).toEqual(
      speeds.map(({ speed, rating, matches }) => ({ speed, rating, matches })),
    )
    expect(await ratingsOf(await guest())).toEqual([])
    // One match is not enough for the leaderboard.
    const board = await read('/api/v1/leaderboards/fast')
    expect(board).toEqual({ status: 200, body: { speed: 'fast', leaders: [] } })
    expect((await read('/api/v1/leaderboards/blitz')).status).toBe(400)
  })

  test('shows both ratings with the names, in a rematch as they have become', async () => {
    const [one, other] = [await member(), await member()]
    const second = await playRated([one, other], [other, other])
    expect(one.view(second).seats.black.rating?.value).toBe(1500)
    await one.command(second, 'offerRematch')
    const { offers } = await other.sees(second, (view) => view.offers.length > 0)
    await other.command(second, 'acceptOffer', { offer: offers[0]?.id })
    const { next } = await one.sees(second, (view) => view.next !== undefined)
    if (next === undefined) expect.fail('no rematch')
    const { seats, terms } = await one.openGame(next)
    expect(terms.isRated).toBe(true)
    const [won, lost] =
      seats.black.id === one.player.id ? [seats.black, seats.white] : [seats.white, seats.black]
    expect(won.rating?.value).toBeGreaterThan(1500)
    expect(lost.rating?.value).toBeLessThan(1500)
  })

  test('of one game each changes nothing but how sure it is', async () => {
    const [one, other] = [await member(), await member()]
    const second = await playRated([one, other], [one, other])
    for (const { before, after } of await changesOf(second)) {
      expect(after.value).toBe(before.value)
      expect(after.deviation).toBeLessThan(before.deviation)
    }
  })

  test('does not count before its second game is over, nor when it is called off', async () => {
    const [one, other] = [await member(), await member()]
    const first = await beginRated(one, other)
    const second = await giveUp(first, one, other)
    expect((await profileOf(one)).speeds).toEqual([])
    const off = await beginRated(other, one)
    await other.command(off, 'abort')
    await one.sees(off, ({ ending }) => ending?.kind === 'aborted')
    expect((await profileOf(other)).speeds).toEqual([])
    // The second game cannot be called off, only lost.
    const reply = await other.command(second ?? first, 'abort')
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'tooLateToAbort' } })
    expect((await server.inStore(ratingsIn)).differences).toBe(0)
  })

  test('has a rating of its own at each speed', async () => {
    const [one, other] = [await member(), await member()]
    await playRated([one, other], [one, one])
    const timeControl = { kind: 'correspondence', daysPerMove: 2 } as const
    await playRated([one, other], [other, other], { timeControl })
    const { speeds } = await profileOf(one)
    const values = Object.fromEntries(speeds.map(({ speed, rating }) => [speed, rating.value]))
    expect(values.fast).toBeLessThan(1500)
    expect(values.correspondence).toBeGreaterThan(1500)
    expect(values.slow).toBeUndefined()
  })
})

describe('a rated single game', () => {
  test('changes both ratings by as much as it said, and is on both profiles', async () => {
    const [one, other] = [await member(), await member()]
    const offered = await one.send({
      type: 'challenge',
      id: commandId(),
      terms: { ...RATED_TERMS, ...RATED_SINGLE },
      color: 'black',
      isListed: false,
    })
    if (!offered.ok) expect.fail(offered.refusal.code)
    const told = await read(`/api/challenges/${offered.challenge.id}/expected`, other)
    const { changes, expected } = expectedReplySchema.parse(told.body)
    expect(changes).toHaveLength(2)
    expect(expected).toBeGreaterThan(0.3)
    expect(expected).toBeLessThan(0.7)

    const game = await playRatedSingle([one, other], one)
    const rated = await changesOf(game)
    const winner = rated.find(({ player }) => player === other.player.id)
    expect(winner).toMatchObject({ before: { value: 1500 }, scored: 1, speed: 'fast' })
    expect((winner?.after.value ?? 0) - 1500).toBe(changes[0])
    expect(winner?.expected).toBeCloseTo(expected, 9)
    expect(await profileOf(other)).toMatchObject({
      speeds: [
        {
          matches: 1,
          asBlack: { won: 0, drawn: 0, lost: 0 },
          asWhite: { won: 1, drawn: 0, lost: 0 },
        },
      ],
      matches: [{ games: [game], scored: 1, change: changes[0] }],
    })
    expect((await server.inStore(ratingsIn)).differences).toBe(0)
  })

  test('that is called off changes nothing', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginRated(one, other, RATED_SINGLE)
    await one.command(game, 'abort')
    await other.sees(game, ({ ending }) => ending?.kind === 'aborted')
    expect((await profileOf(one)).speeds).toEqual([])
    expect((await server.inStore(ratingsIn)).differences).toBe(0)
  })

  test('is paired with others of its kind, and apart from matches of two', async () => {
    const [one, other, third] = [await member(), await member(), await member()]
    const timeControl = { kind: 'fischer', initialSeconds: 78, incrementSeconds: 7 } as const
    const pair = (isSingle?: true) =>
      ({
        type: 'quickPair',
        id: commandId(),
        timeControl,
        isRated: true,
        ...(isSingle && { isSingle }),
      }) as const
    expect(await one.send(pair(true))).toHaveProperty('challenge')
    expect(await other.send(pair())).toHaveProperty('challenge')
    const reply = await third.send(pair(true))
    if (!(reply.ok && 'started' in reply)) expect.fail('it was not paired')
    const { terms } = await third.openGame(reply.started)
    expect(terms).toMatchObject({ ...RATED_SINGLE, isRated: true })
  })
})

describe('a player without an account', () => {
  test('can neither offer a rated match nor take one, nor be paired for one', async () => {
    const [page, other] = [await guest(), await member()]
    const refused = { ok: false, refusal: { code: 'needsAccount' } }
    const challenge = {
      type: 'challenge',
      id: commandId(),
      terms: RATED_TERMS,
      color: 'random',
      isListed: true,
    } as const
    expect(await page.send(challenge)).toEqual(refused)
    const { timeControl } = RATED_TERMS
    const pair = { type: 'quickPair', id: commandId(), timeControl, isRated: true } as const
    expect(await page.send(pair)).toEqual(refused)
    const offered = await other.send(challenge)
    if (!offered.ok) expect.fail(offered.refusal.code)
    const take = { type: 'acceptChallenge', id: commandId(), challenge: offered.challenge.id }
    expect(await page.send({ ...take, type: 'acceptChallenge' })).toEqual(refused)
  })

  test('has no page, and neither has a name that nobody has', async () => {
    const page = await guest()
    for (const name of [page.player.name, 'Nobody at all', '%00', "' or 1=1 --", '<script>']) {
      const { status, body } = await read(`/api/players/${encodeURIComponent(name)}`)
      expect([status, body]).toEqual([404, { code: 'unknownPlayer' }])
    }
    expect((await read(`/api/players/${'x'.repeat(300)}`)).status).toBe(404)
  })

  test('is found however the longest of names is written', async () => {
    const page = await guest()
    await signUp(page, 'Шаховица Длинноимённая')
    expect(
      (await read(`/api/players/${encodeURIComponent('шаховица длинноимённая')}`)).body,
    ).toEqual(expect.objectContaining({ name: 'Шаховица Длинноимённая', speeds: [], matches: [] }))
  })
})

test.each([
  ['a single game', { games: 1 }],
  ['a single game with other points', { games: 1, compensation: 8.5 }],
  ['a fair game of another setup', { ...RATED_SINGLE, setup: { kind: 'scattered' } }],
  ['a divided game', { games: 1, isDivided: true }],
  ['a deal that a player has chosen', { setup: { kind: 'given', deal: '77.1234567' } }],
  ['moves that may be taken back', { allowsTakebacks: true }],
  ['no limit of time', { timeControl: { kind: 'none' } }],
] as const)('%s cannot be rated', async (_, change) => {
  const page = await member()
  const terms = { ...RATED_TERMS, ...change }
  const message = { type: 'challenge', id: commandId(), terms, color: 'black', isListed: false }
  expect(await page.sendRaw(message)).toMatchObject({ ok: false, refusal: { code: 'malformed' } })
})

test('pairing keeps those who play for ratings and those who do not apart', async () => {
  const [one, other, third] = [await member(), await member(), await member()]
  const timeControl = { kind: 'fischer', initialSeconds: 77, incrementSeconds: 7 } as const
  const pair = (isRated?: true) =>
    ({ type: 'quickPair', id: commandId(), timeControl, ...(isRated && { isRated }) }) as const
  expect(await one.send(pair(true))).toHaveProperty('challenge')
  expect(await other.send(pair())).toHaveProperty('challenge')
  expect(await third.send(pair(true))).toHaveProperty('started')
})

test('a change of name leaves the rating on what is offered', async () => {
  const page = await member()
  const terms = RATED_TERMS
  const offer = { type: 'challenge', id: commandId(), terms, color: 'black', isListed: false }
  await page.send({ ...offer, type: 'challenge', color: 'black' })
  server.advance(31 * DAY)
  const name = `Renamed ${names}`
  expect(await page.send({ type: 'rename', name })).toMatchObject({ ok: true })
  const reply = await page.send({ type: 'myChallenges' })
  const challenges = reply.ok ? reply.challenges : []
  for (const { challenger } of challenges) expect(challenger.name).toBe(name)
  expect(await page.send({ type: 'openLobby' })).toMatchObject({ ok: true })
})

test('one who goes takes the ratings along, and leaves those of the others', async () => {
  const [one, other] = [await member(), await member()]
  const second = await playRated([one, other], [one, one])
  const before = await profileOf(other)
  expect((await post(one, 'delete', { password: PASSWORD })).status).toBe(200)
  expect((await read(`/api/players/${encodeURIComponent(one.player.name)}`)).status).toBe(404)
  await expect.poll(() => changesOf(second), { timeout: 60_000 }).toHaveLength(1)
  const after = await profileOf(other)
  expect(after.speeds).toEqual(before.speeds)
  expect(after.matches[0]?.opponent).toBe('Deleted player')
  const differences = async () => (await server.inStore(ratingsIn)).differences
  await expect.poll(differences, { timeout: 60_000 }).toBe(0)
})

test('own data has the ratings', async () => {
  const [one, other] = [await member(), await member()]
  await playRated([one, other], [one, one])
  const { body } = await read('/api/account/data', one)
  expect(body).toMatchObject({ ratings: [{ speed: 'fast', matches: 1 }] })
})

const PROGRESS = {
  until: '2026-11-28',
  days: '00123',
  row: 2,
  longest: 9,
  puzzles: { tried: 40, solved: 31, rating: 1612, rush: 12 },
}

test('days and puzzles are on a profile while its player shows them, and in their data', async () => {
  const page = await member()
  expect((await profileOf(page)).progress).toBeUndefined()
  expect((await post(page, 'progress', { progress: PROGRESS })).status).toBe(200)
  expect((await profileOf(page)).progress).toEqual(PROGRESS)
  const later = { ...PROGRESS, until: '2026-11-29', days: '001233', row: 3 }
  expect((await post(page, 'progress', { progress: later })).status).toBe(200)
  expect((await profileOf(page)).progress).toEqual(later)
  expect((await read('/api/account/data', page)).body).toMatchObject({ shownProgress: later })
  const rows = () =>
    server.inStore((db) =>
      db
        .selectFrom('shownProgress')
        .select('player')
        .where('player', '=', page.player.id)
        .execute(),
    )
  expect((await post(page, 'progress', {})).status).toBe(200)
  expect((await profileOf(page)).progress).toBeUndefined()
  expect(await rows()).toEqual([])
  await post(page, 'progress', { progress: PROGRESS })
  expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
  expect(await rows()).toEqual([])
})

test.each([
  ['a day that does not exist', { ...PROGRESS, until: '2026-11-31' }],
  ['a mark that does not exist', { ...PROGRESS, days: '004' }],
  ['more days than a profile shows', { ...PROGRESS, days: '0'.repeat(120) }],
  ['a row of a million days', { ...PROGRESS, longest: 1_000_000 }],
  ['words', { ...PROGRESS, boast: 'I am the best' }],
])('a profile does not show %s', async (_, progress) => {
  const page = await member()
  expect((await post(page, 'progress', { progress })).status).toBe(400)
  expect((await profileOf(page)).progress).toBeUndefined()
})

test('a guest has no profile to show days on', async () => {
  const page = await guest()
  const { status, body } = await post(page, 'progress', { progress: PROGRESS })
  expect([status, body]).toEqual([409, { code: 'noAccount' }])
})

/** The number of games that a connection can have open. */
const MOST_AT_ONCE = 5

/**
 * Random matches and single games among these players, many at the same time; some final commands
 * are sent twice.
 */
async function playMany(members: readonly Page[], seed: number, count: number): Promise<void> {
  const bytes = seededBytes(seed)
  const below = (most: number) => randomIndex(most, bytes)
  const running: Promise<unknown>[] = []
  for (let match = 0; match < count; match++) {
    const one = members[below(members.length)]
    const other = members[below(members.length)]
    if (one === undefined || other === undefined || one === other) continue
    const both = [one, other] as const
    const losers = [both[below(2)] ?? one, both[below(2)] ?? one] as const
    const whole = below(3) === 0 ? playRatedSingle(both, losers[1]) : playRated(both, losers)
    const played = whole.then(async (second) => {
      const [winner] = both.filter((page) => page !== losers[1])
      await losers[1].command(second, 'resign')
      await winner?.command(second, 'resign')
      for (const page of both) await page.send({ type: 'closeGame', game: second })
    })
    running.push(played)
    if (below(3) === 0 || running.length === MOST_AT_ONCE) await Promise.all(running.splice(0))
  }
  await Promise.all(running)
}

describe('in whatever order games end', () => {
  test.each([1, 2, 3])('ratings are those that follow from the games (seed %i)', async (seed) => {
    const members = await Promise.all([member(), member(), member(), member()])
    await playMany(members, seed, 12)
    await server.restart(DAY * seed)
    for (const page of members) await page.connect()
    await playMany(members, seed + 10, 6)
    const { differences, changes, matches } = await server.inStore(ratingsIn)
    expect(differences).toBe(0)
    expect(changes.length).toBeLessThanOrEqual(2 * matches)
    expect(new Set(changes.map(({ game, player }) => `${game} ${player}`)).size).toBe(
      changes.length,
    )
  })
})

describeOnNodes('on several nodes', () => {
  test('ratings are those that follow from the games, also where ends collide', async () => {
    const club = await startClub(2, { limits: LIMITS })
    try {
      const urls = club.nodes.map(({ url }) => url)
      const members = await Promise.all([0, 1, 0, 1, 0, 1].map((node) => member(urls[node])))
      await playMany(members, 18, 18)
      const { differences, changes } = await inStore(
        { databaseFile: '', databaseUrl: club.database.url },
        ratingsIn,
      )
      expect(differences).toBe(0)
      expect(changes.length).toBeGreaterThan(20)
    } finally {
      await club.close()
    }
  })
})
