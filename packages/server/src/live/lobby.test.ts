import {
  type Challenge,
  type ChallengeId,
  lobbyPageSchema,
  type PlayerId,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import { ok } from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { PEACEFUL } from '../../test/helpers/lobby.ts'
import { newGame } from '../game/new-game.ts'
import { SYSTEM_CHANCE } from '../ground/chance.ts'
import { hashToken } from '../ground/session-token.ts'
import { type Database, IN_MEMORY, openDatabase } from '../store/database.ts'
import { ChallengeStore } from './challenge-store.ts'
import { EventStream } from './events.ts'
import { Lobby } from './lobby.ts'
import { MOST_OPEN } from './offer-limits.ts'

const ANNA = { id: playerId('anna'), name: 'Anna' }
const BERT = { id: playerId('bert'), name: 'Bert' }
const CLEO = { id: playerId('cleo'), name: 'Cleo' }
const BLITZ: TimeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 }
const DAYS: TimeControl = { kind: 'correspondence', daysPerMove: 3 }
const TERMS: Terms = {
  setup: { kind: 'standard' },
  endRule: 'onTurn',
  timeControl: BLITZ,
  allowsTakebacks: true,
  games: 1,
}

const DAY_MS = 86_400_000

let database: Database
let lobby: Lobby
let now = 0
let running = 0
let isHere = true
let begun = 0
let isDiskFull = false
let changes = 0
/** Players with whom no one may begin a game. */
let barred: ReadonlySet<PlayerId> = new Set()

function createLobby(): Lobby {
  const events = new EventStream()
  events.on('lobbyChanged', () => {
    changes++
  })
  return new Lobby({
    ...PEACEFUL,
    store: new ChallengeStore(database.db, (id, damage) => expect.fail(`${id} ${damage}`)),
    chance: SYSTEM_CHANCE,
    now: () => now,
    begin: async ({ terms }, seats) => {
      if (isDiskFull) throw new Error('the disk is full')
      begun++
      const agreement = { terms, seats, isByLot: true, kept: undefined }
      return ok(newGame({ ...agreement, now, fresh: SYSTEM_CHANCE.fresh() }).game)
    },
    isHere: () => isHere,
    countRunning: async () => running,
    people: {
      apartFrom: async () => new Set(),
      refusalToMeetAnyone: async () => undefined,
      refusalToMeet: async (_, other) => (barred.has(other) ? 'opponentBarred' : undefined),
      hasAccount: async () => true,
    },
    events,
  })
}

beforeEach(async () => {
  now = 10 * DAY_MS
  running = 0
  isHere = true
  begun = 0
  isDiskFull = false
  changes = 0
  barred = new Set()
  database = await openDatabase(IN_MEMORY)
  for (const { id, name } of [ANNA, BERT]) {
    const tokenHash = hashToken(SYSTEM_CHANCE.token(), 's'.repeat(32))
    const row = { id, name, nameKey: name, createdAt: 0 }
    await database.db.insertInto('players').values(row).execute()
    const session = { tokenHash, player: id, createdAt: 0, seenAt: now, renewedAt: now }
    await database.db.insertInto('sessions').values(session).execute()
  }
  lobby = createLobby()
})
afterEach(() => database.close())

/** The listed challenges, newest first. */
function listed(): readonly Challenge[] {
  lobby.news.next()
  return lobbyPageSchema.parse(JSON.parse(lobby.news.page)).challenges
}

const wish = (change: Partial<Terms> = {}, isListed = true) => ({
  terms: { ...TERMS, ...change },
  color: 'black' as const,
  isListed,
})

async function offered(change: Partial<Terms> = {}, isListed = true): Promise<ChallengeId> {
  const offer = await lobby.offer(ANNA, wish(change, isListed))
  return offer.ok ? offer.value.id : expect.fail(offer.error)
}

describe('a challenge', () => {
  test('is for one player alone as soon as a node of the version before has said so', async () => {
    const id = await offered({}, false)
    const sent = { challenge: id, sender: ANNA.id, receiver: BERT.id, at: now }
    await database.db.insertInto('sentChallenges').values(sent).execute()
    expect(lobby.forPlayer(BERT.id)).toEqual([])
    await lobby.hear([id])
    expect(lobby.forPlayer(BERT.id)).toMatchObject([{ id, opponent: BERT }])
    // It may then be sent to another player.
    const row = { id: CLEO.id, name: CLEO.name, nameKey: CLEO.name, createdAt: 0 }
    await database.db.insertInto('players').values(row).execute()
    await database.db.updateTable('sentChallenges').set({ receiver: CLEO.id }).execute()
    await lobby.hear([id])
    expect(lobby.forPlayer(BERT.id)).toEqual([])
    expect(await lobby.accept(BERT, id)).toEqual({ ok: false, error: 'notForYou' })
    expect((await lobby.accept(CLEO, id)).ok).toBe(true)
    expect(lobby.forPlayer(CLEO.id)).toEqual([])
  })

  test('is taken with the colours that were offered', async () => {
    const taken = await lobby.accept(BERT, await offered())
    expect(taken.ok && taken.value.view.seats).toEqual({ black: ANNA, white: BERT })
    expect(listed()).toEqual([])
  })

  test('is open again when its game could not be stored', async () => {
    const id = await offered()
    isDiskFull = true
    await expect(lobby.accept(BERT, id)).rejects.toThrow('the disk is full')
    isDiskFull = false
    expect((await lobby.accept(BERT, id)).ok).toBe(true)
    expect(begun).toBe(1)
  })

  test('is not for who made it, nor for who plays too much already', async () => {
    const id = await offered()
    expect(await lobby.accept(ANNA, id)).toEqual({ ok: false, error: 'ownChallenge' })
    running = 50
    expect(await lobby.accept(BERT, id)).toEqual({ ok: false, error: 'tooManyGames' })
    expect(lobby.find(id)).toBeDefined()
  })

  test.each([
    ['with a clock, waits for who made it', BLITZ, false, 'opponentAway'],
    ['with a clock and listed, too', BLITZ, true, 'opponentAway'],
    ['with days for each move, begins', DAYS, false, undefined],
    ['without a limit, begins', { kind: 'none' }, false, undefined],
  ] as const)('whose maker is away, %s', async (_what, timeControl, isListed, code) => {
    const id = await offered({ timeControl }, isListed)
    isHere = false
    const taken = await lobby.accept(BERT, id)
    expect(taken.ok ? undefined : taken.error).toBe(code)
    isHere = true
    expect((await lobby.accept(BERT, id)).ok).toBe(code !== undefined)
    expect(begun).toBe(1)
  })

  test('is withdrawn by who made it alone', async () => {
    const id = await offered()
    expect(await lobby.withdraw(BERT.id, id)).toEqual({ ok: false, error: 'notYourChallenge' })
    expect((await lobby.withdraw(ANNA.id, id)).ok).toBe(true)
    expect(await lobby.withdraw(ANNA.id, id)).toEqual({ ok: false, error: 'unknownChallenge' })
  })

  test('is one of at most five, even when many are made at once', async () => {
    const offers = await Promise.all(Array.from({ length: 8 }, () => lobby.offer(ANNA, wish())))
    const codes = offers.map((offer) => (offer.ok ? 'ok' : offer.error))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(5)
    expect(codes.filter((code) => code === 'tooManyChallenges')).toHaveLength(3)
  })

  test('is one of two at most, if it is listed and its maker need not be there', async () => {
    const slow = wish({ timeControl: DAYS })
    const offers = [
      await lobby.offer(ANNA, slow),
      await lobby.offer(ANNA, wish({ timeControl: { kind: 'none' } })),
      await lobby.offer(ANNA, slow),
      await lobby.offer(ANNA, wish({ timeControl: DAYS }, false)),
      await lobby.offer(ANNA, wish()),
    ]
    expect(offers.map(({ ok }) => ok)).toEqual([true, true, false, true, true])
  })

  test('to a live game closes when its maker leaves; a link and slow games stay', async () => {
    const [atOnce, slow, link] = [
      await offered(),
      await offered({ timeControl: DAYS }),
      await offered({}, false),
    ]
    await lobby.leave(ANNA.id)
    const known = [atOnce, slow, link].map((id) => lobby.find(id) !== undefined)
    expect(known).toEqual([false, true, true])
  })

  test('is closed after a day, by correspondence after a week', async () => {
    const [link, slow] = [await offered({}, false), await offered({ timeControl: DAYS })]
    now += DAY_MS + 1
    await lobby.dropExpired()
    expect([link, slow].map((id) => lobby.find(id) !== undefined)).toEqual([false, true])
    now += 6 * DAY_MS
    await lobby.dropExpired()
    expect(lobby.find(slow)).toBeUndefined()
  })

  test('of days a move is closed when its maker has not been there for three; a link stays', async () => {
    const slow = await offered({ timeControl: DAYS })
    const link = await offered({ timeControl: DAYS }, false)
    const open = () => [slow, link].map((id) => lobby.find(id) !== undefined)
    await lobby.leave(ANNA.id)
    now += 1.5 * DAY_MS
    lobby.enter(ANNA.id)
    now += 1.5 * DAY_MS
    await lobby.leave(ANNA.id)
    now += 2 * DAY_MS
    await lobby.dropExpired()
    expect(open()).toEqual([true, true])
    now += DAY_MS + 1
    await lobby.dropExpired()
    expect(open()).toEqual([false, true])
  })

  test('from the future is closed: the clock was wrong when it was made', async () => {
    const link = await offered({}, false)
    now -= 2 * DAY_MS
    await lobby.dropExpired()
    expect(lobby.find(link)).toBeUndefined()
  })

  test('bears the new name of who made it', async () => {
    const id = await offered()
    lobby.rename({ ...ANNA, name: 'Annika' })
    expect(lobby.find(id)?.challenger.name).toBe('Annika')
  })

  test('outlives a restart if it is a link or slow', async () => {
    const [atOnce, slow, link] = [
      await offered(),
      await offered({ timeControl: DAYS }),
      await offered({}, false),
    ]
    lobby = createLobby()
    await lobby.load()
    const known = [atOnce, slow, link].map((id) => lobby.find(id) !== undefined)
    expect(known).toEqual([false, true, true])
  })
})

test('a lobby full of offers whose makers are all there takes no more until one is gone', async () => {
  const makers = await fillLobby()
  await lobby.load()
  expect((await lobby.offer(ANNA, wish())).ok).toBe(true)
  for (const maker of makers) lobby.enter(maker)
  expect(await lobby.offer(BERT, wish())).toEqual({ ok: false, error: 'lobbyFull' })
  const [first, second] = makers as [PlayerId, PlayerId]
  await lobby.leave(second)
  await lobby.leave(first)
  const before = lobby.ofPlayer(second).length
  expect((await lobby.offer(BERT, wish())).ok).toBe(true)
  expect(lobby.ofPlayer(second)).toHaveLength(before - 1)
})

/** Stores the maximum number of private offers, five a player, and returns their makers. */
async function fillLobby(): Promise<readonly PlayerId[]> {
  const makers = Array.from({ length: MOST_OPEN / 5 }, (_, n) => ({
    id: playerId(`maker${String(n).padStart(7, '0')}`),
    name: `Maker ${n}`,
  }))
  for (let first = 0; first < makers.length; first += 500) {
    const some = makers.slice(first, first + 500)
    const players = some.map((maker) => ({ ...maker, nameKey: maker.name, createdAt: 0 }))
    await database.db.insertInto('players').values(players).execute()
    const rows = some.flatMap((challenger) =>
      Array.from({ length: 5 }, () => {
        const challenge = {
          ...wish({}, false),
          id: SYSTEM_CHANCE.challengeId(),
          challenger,
          createdAt: now,
        }
        const challengeJson = JSON.stringify(challenge)
        const { id, createdAt } = challenge
        return { id, player: challenger.id, createdAt, challengeJson, damage: null }
      }),
    )
    await database.db.insertInto('challenges').values(rows).execute()
  }
  return makers.map(({ id }) => id)
}

describe('quick pairing', () => {
  test('waits with one challenge, however often it is asked for', async () => {
    const first = await lobby.pair(ANNA, BLITZ)
    expect(await lobby.pair(ANNA, BLITZ)).toEqual(first)
    expect(listed()).toHaveLength(1)
    expect(changes).toBe(1)
  })

  test('proposes a match of two, and no takebacks', async () => {
    await lobby.pair(ANNA, BLITZ)
    expect(listed()[0]?.terms).toMatchObject({ games: 2, allowsTakebacks: false })
  })

  test('proposes a single game in which White gets 13.5 points, apart from matches', async () => {
    await lobby.pair(ANNA, BLITZ)
    const single = await lobby.pair(BERT, BLITZ, { isSingle: true })
    expect(single.ok && 'challenge' in single.value && single.value.challenge.terms).toMatchObject({
      games: 1,
      compensation: 13.5,
    })
    const again = await lobby.pair(BERT, BLITZ, { isSingle: true })
    expect(again).toEqual(single)
    const paired = await lobby.pair(CLEO, BLITZ, { isSingle: true })
    expect(paired.ok && 'game' in paired.value && paired.value.game.view.terms).toMatchObject({
      games: 1,
      compensation: 13.5,
    })
    expect(listed()).toHaveLength(1)
  })

  test('pairs those who want the same time, and no others', async () => {
    await lobby.pair(ANNA, BLITZ)
    const other = await lobby.pair(BERT, DAYS)
    expect(other.ok && 'challenge' in other.value).toBe(true)
    const same = await lobby.pair(BERT, BLITZ)
    expect(same.ok && 'game' in same.value).toBe(true)
    expect(begun).toBe(1)
  })

  test('ends all other waiting of who was paired', async () => {
    await lobby.pair(ANNA, BLITZ)
    await lobby.pair(ANNA, DAYS)
    await lobby.pair(BERT, BLITZ)
    expect(listed()).toEqual([])
  })

  test('puts nobody into two games, though two others take both offers at the same moment', async () => {
    await lobby.pair(ANNA, BLITZ)
    await lobby.pair(ANNA, DAYS)
    const [one, other] = await Promise.all([lobby.pair(BERT, BLITZ), lobby.pair(BERT, DAYS)])
    expect(begun).toBe(1)
    expect(one.ok && 'game' in one.value).toBe(true)
    expect(other.ok && 'challenge' in other.value).toBe(true)
  })

  test('passes over a player who may not begin games, and ends that search', async () => {
    await lobby.pair(ANNA, BLITZ)
    barred = new Set([ANNA.id])
    const bert = await lobby.pair(BERT, BLITZ)
    expect(bert.ok && 'challenge' in bert.value).toBe(true)
    expect(listed().map(({ challenger }) => challenger)).toEqual([BERT])
    const cleo = await lobby.pair(CLEO, BLITZ)
    const seats = cleo.ok && 'game' in cleo.value && Object.values(cleo.value.game.view.seats)
    expect(seats).toEqual(expect.arrayContaining([BERT, CLEO]))
  })

  test('of two who ask at the same moment makes one game', async () => {
    await lobby.pair(ANNA, BLITZ)
    await Promise.all([lobby.pair(BERT, BLITZ), lobby.pair(BERT, BLITZ)])
    expect(begun).toBe(1)
  })
})
