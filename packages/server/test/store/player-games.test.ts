import {
  classIdSchema,
  EXPLORER_PAGE,
  type ExplorerGames,
  type GameId,
  type PlayerGamesWish,
  playerGamesWishSchema,
  SEARCHED_GAMES,
} from '@hokito/protocol'
import { formatDeal, parseRecord, randomDeal, seededBytes, start } from '@hokito/rules'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExplorerStore } from '../../src/explorer/explorer-store.ts'
import { PlayerGames } from '../../src/explorer/player-games.ts'
import { Walk } from '../../src/explorer/walk.ts'
import { SYSTEM_CHANCE } from '../../src/ground/chance.ts'
import { SYSTEM_TIME } from '../../src/ground/clock.ts'
import { LongWork } from '../../src/limiting/long-work.ts'
import { addCredentials } from '../../src/players/credentials.ts'
import { keysOf } from '../../src/players/looks.ts'
import { Players } from '../../src/players/players.ts'
import { Profiles, settledIn } from '../../src/ratings/profiles.ts'
import type { Database } from '../../src/store/database.ts'
import { GameStore } from '../../src/store/game-store.ts'
import { RowReader } from '../../src/store/row-reader.ts'
import { describeOnEach } from '../helpers/databases.ts'
import { drawMoves, type FinishedGame, storeGame } from '../helpers/finished-games.ts'
import { playerId } from '../helpers/ids.ts'
import { beginGame, type Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { playTo } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY = 86_400_000
const [ANNA, BERT, CARL] = [playerId('anna'), playerId('bert'), playerId('carl')]
const DEAL = randomDeal('standard', seededBytes(7))

function game(over: Partial<FinishedGame> = {}): FinishedGame {
  const deal = over.deal ?? randomDeal('standard', seededBytes(1))
  const moves = drawMoves(start(deal, 'either'), 3, 4)
  return {
    deal,
    endRule: 'either',
    moves,
    black: ANNA,
    white: BERT,
    isListed: true,
    how: 'resigned',
    ...over,
  }
}

async function settle(database: Database): Promise<void> {
  const walk = new Walk(database, new GameStore(database.db, () => undefined), new LongWork())
  while (await walk.run(NOW));
}

async function welcome(database: Database): Promise<void> {
  for (const [name, id] of [
    ['anna', ANNA],
    ['bert', BERT],
    ['carl', CARL],
  ] as const) {
    await database.db
      .insertInto('players')
      .values({ id, name, nameKey: keysOf(name)[0], createdAt: 0 })
      .execute()
    await addCredentials(database.db, { player: id, createdAt: 0, passwordHash: '' })
  }
}

describeOnEach('the games of somebody', (open) => {
  let database: Database
  let games: PlayerGames
  beforeEach(async () => {
    database = await open()
    games = new PlayerGames(
      database.db,
      new ExplorerStore({ db: database.db, rows: new RowReader(() => undefined) }),
    )
    await welcome(database)
  })
  afterEach(() => database.close())

  async function find(wish: PlayerGamesWish = {}): Promise<ExplorerGames> {
    const found = await games.find('anna', wish)
    return typeof found === 'string' ? expect.fail(found) : found
  }
  const idsOf = ({ games: found }: ExplorerGames) => found.map(({ id }) => id)

  test('are found by opponent, result, deal and day, and by several at once', async () => {
    const won = await storeGame(database, game({ black: BERT, white: ANNA, deal: DEAL }))
    const lost = await storeGame(database, game({ deal: DEAL }))
    const carls = await storeGame(database, game({ white: CARL }))
    await storeGame(database, game({ black: BERT, white: CARL, deal: DEAL }))
    await storeGame(database, game({ isListed: false }))
    await settle(database)
    const days = [
      [won, 1],
      [lost, 2],
      [carls, 3],
    ] as const
    for (const [{ key }, day] of days) {
      await database.db
        .updateTable('exploredGames')
        .set({ endedAt: Date.UTC(2026, 10, day, 23, 59) })
        .where('game', '=', key)
        .execute()
    }
    expect(idsOf(await find())).toEqual([carls.id, lost.id, won.id])
    expect(idsOf(await find({ opponent: 'Bert' }))).toEqual([lost.id, won.id])
    expect(idsOf(await find({ result: 'won' }))).toEqual([won.id])
    expect(idsOf(await find({ result: 'lost' }))).toEqual([carls.id, lost.id])
    expect(idsOf(await find({ deal: formatDeal(DEAL) }))).toEqual([lost.id, won.id])
    expect(idsOf(await find({ from: '2026-11-02', to: '2026-11-02' }))).toEqual([lost.id])
    expect(idsOf(await find({ opponent: 'bert', result: 'lost', to: '2026-11-30' }))).toEqual([
      lost.id,
    ])
    expect(idsOf(await find({ opponent: 'nobody' }))).toEqual([])
    expect(await games.find('nobody', {})).toBe('unknownPlayer')
    expect(await games.find('anna', { deal: 'no deal' })).toBe('badRequest')
  })

  test('come a page at a time, every one once', async () => {
    for (let n = 0; n < EXPLORER_PAGE + 3; n++) await storeGame(database, game())
    await storeGame(database, game({ white: CARL }))
    await settle(database)
    const first = await find({ opponent: 'bert' })
    expect(first.games).toHaveLength(EXPLORER_PAGE)
    const second = await find({ opponent: 'bert', after: first.next })
    expect(second.games).toHaveLength(3)
    expect(second.next).toBeUndefined()
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(EXPLORER_PAGE + 3)
  })

  test('are looked through a thousand at a time, however few are wanted', async () => {
    const { id, key } = await storeGame(database, game({ white: CARL }))
    await settle(database)
    const row = await database.db
      .selectFrom('exploredGames')
      .selectAll()
      .where('game', '=', key)
      .executeTakeFirstOrThrow()
    const { id: lastId } = await storeGame(database, game())
    await settle(database)
    await copyGames(database, row, SEARCHED_GAMES)
    const first = await find({ opponent: 'carl' })
    expect(first.games).toEqual([])
    const second = await find({ opponent: 'carl', after: first.next })
    expect(idsOf(second)).toEqual([id])
    expect(lastId).not.toBe(id)
  })

  test('are those of the player whose name is spelled so, though an older one looks alike', async () => {
    const [older, younger] = ['Вова', 'ВОВА'] as const
    const [key] = keysOf(older)
    for (const [id, name, nameKey] of [
      [BERT, older, key],
      [CARL, younger, `${key}#2`],
    ] as const) {
      await database.db.updateTable('players').set({ name, nameKey }).where('id', '=', id).execute()
    }
    const berts = await storeGame(database, game())
    const carls = await storeGame(database, game({ white: CARL }))
    await settle(database)
    const rows = new RowReader(() => undefined)
    const explorer = new ExplorerStore({ db: database.db, rows })
    const players = new Players({ database, rows, chance: SYSTEM_CHANCE, secret: '' })
    for (const [name, id, their] of [
      [older, BERT, berts],
      [younger, CARL, carls],
    ] as const) {
      expect(idsOf(await find({ opponent: name }))).toEqual([their.id])
      expect((await explorer.games({ player: name }, undefined))?.games).toMatchObject([
        { id: their.id },
      ])
      expect(await players.named(name)).toMatchObject({ id, name })
    }
  })

  test('do not show that a pupil of a closed class has played', async () => {
    await storeGame(database, game({ white: CARL }))
    const lost = await storeGame(database, game())
    await settle(database)
    const id = classIdSchema.parse('Class1234567')
    await database.db
      .insertInto('classes')
      .values({ id, teacher: BERT, name: '', isOpen: 0, createdAt: 0 })
      .execute()
    await database.db
      .insertInto('pupils')
      .values({ player: CARL, class: id, since: 0, progressJson: '{}', isOffered: 0 })
      .execute()
    expect(idsOf(await find({ opponent: 'carl' }))).toEqual([])
    expect(idsOf(await find({ opponent: 'bert' }))).toEqual([lost.id])
    expect((await games.opponents('anna'))?.opponents.map(({ name }) => name)).toEqual(['bert'])
    const explorer = new ExplorerStore({ db: database.db, rows: new RowReader(() => undefined) })
    expect(await explorer.games({ player: 'carl' }, undefined)).toBeUndefined()
  })

  test('are counted by opponent, the most frequent first', async () => {
    await storeGame(database, game({ white: CARL }))
    for (let n = 0; n < 2; n++) await storeGame(database, game())
    await storeGame(database, game({ black: BERT, white: ANNA }))
    await database.db.deleteFrom('credentials').where('player', '=', CARL).execute()
    await settle(database)
    expect(await games.opponents('anna')).toEqual({
      games: 4,
      opponents: [
        { name: 'bert', hasAccount: true, won: 1, drawn: 0, lost: 2 },
        // Guests have no profile.
        { name: 'carl', hasAccount: false, won: 0, drawn: 0, lost: 1 },
      ],
    })
  })
})

/** This number of further games of Anna and Bert, each a copy with its own id. */
async function copyGames(
  database: Database,
  row: { readonly game: number; readonly deal: string },
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n += 100) {
    const added = await database.db
      .insertInto('games')
      .values(
        Array.from({ length: 100 }, (_, at) => ({
          id: String(n + at).padStart(12, 'x') as GameId,
          black: ANNA,
          white: BERT,
          createdAt: 1,
          secret: null,
          endedAt: 2,
          damage: null,
        })),
      )
      .returning('key')
      .execute()
    const rows = added.map(({ key }) => ({ ...FOUND, deal: row.deal, game: key }))
    await database.db.insertInto('exploredGames').values(rows).execute()
  }
}
const FOUND = {
  black: ANNA,
  white: BERT,
  winner: 'black',
  ending: 'resigned',
  endRule: 'either',
  plies: 4,
  margin: 1,
  lastPosition: '6/6/6/6/6/6 b',
  endedAt: 2,
  isShared: 0,
} as const

describeOnEach('a leaderboard', (open) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
    await welcome(database)
  })
  afterEach(() => database.close())

  async function rate(player: typeof ANNA, rating: number, deviation: number, ratedAt = NOW) {
    const row = { player, speed: 'fast', volatility: 0.06, matches: 9, ratedAt } as const
    await database.db
      .insertInto('ratings')
      .values({ ...row, rating, deviation })
      .execute()
  }
  const profiles = () =>
    new Profiles(
      { db: database.db, rows: new RowReader(() => undefined) },
      () => NOW,
      new LongWork(),
    )
  const leaders = async () => (await profiles().leaders('fast')).leaders.map(({ name }) => name)

  test('has settled ratings alone, the best first', async () => {
    await rate(ANNA, 1500, 60)
    await rate(BERT, 1700, 80)
    await rate(CARL, 2000, 200)
    expect(await leaders()).toEqual(['bert', 'anna'])
  })

  test('has nobody whose rating has come to say little, nor who is kept from playing', async () => {
    await rate(ANNA, 1500, 60, NOW - 1000 * DAY)
    await rate(BERT, 1700, 80)
    await rate(CARL, 1600, 80)
    const limited = { player: BERT, kind: 'suspend', why: '', since: 0, until: NOW + 1 } as const
    await database.db.insertInto('limitations').values(limited).execute()
    expect(await leaders()).toEqual(['carl'])
  })

  test('is read once for all who ask together', async () => {
    await rate(ANNA, 1500, 60)
    const read = profiles()
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => read.leaders('fast')))
    expect(first?.leaders).toHaveLength(1)
    for (const other of others) expect(other).toBe(first)
  })

  test('is read along its index, without sorting', async () => {
    await rate(ANNA, 1500, 60)
    const plan = await planOf(database)
    expect(plan).toContain('ratings_settled')
    expect(plan.toLowerCase()).not.toMatch(/order by|sort/)
  })
})

describeOnEach('a profile', (open) => {
  let database: Database
  let stored = 0
  beforeEach(async () => {
    database = await open()
    stored = 0
    await welcome(database)
    const rating = { rating: 1500, deviation: 60, volatility: 0.06 }
    const row = { player: ANNA, speed: 'fast', matches: 1, ratedAt: NOW, ...rating } as const
    await database.db.insertInto('ratings').values(row).execute()
  })
  afterEach(() => database.close())

  /** Anna wins the first games of matches with Bert, and loses the second. */
  async function play(matches: number, at: number): Promise<void> {
    const first = stored + 1
    stored += matches
    await sql`insert into games (id, black, white, "createdAt", "endedAt")
      with recursive numbers (n) as (
        select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(stored)}
      )
      select cast(n as text), ${ANNA}, ${BERT}, 0, n from numbers`.execute(database.db)
    await sql`insert into "ratingChanges" (event, game, player, opponent, speed, color,
        "firstWinner", winner, "ratingBefore", "deviationBefore", rating, deviation, volatility,
        expected, scored, at)
      select key, key, black, white, 'fast', 'black', 'black', 'white', 1500, 60, 1500, 60, 0.06,
        1, 1, ${sql.lit(at)}
      from games where "endedAt" >= ${sql.lit(first)}`.execute(database.db)
  }

  test('counts each match once, as more are played', async () => {
    const profiles = new Profiles(
      { db: database.db, rows: new RowReader(() => undefined) },
      () => NOW,
      new LongWork(),
    )
    for (const [matches, at] of [
      [2300, NOW - DAY],
      [1200, NOW - 1],
      [3, NOW],
    ] as const) {
      await play(matches, at)
      const [fast] = (await profiles.profile('anna'))?.speeds ?? []
      expect(fast).toMatchObject({
        asBlack: { won: 0, drawn: 0, lost: stored },
        asWhite: { won: stored, drawn: 0, lost: 0 },
      })
    }
  })
})

/** The query plan of a leaderboard, with tables too large to be read whole. */
async function planOf(database: Database): Promise<string> {
  const query = settledIn(database.db, 'fast', NOW).limit(50)
  // Only SQLite runs in this process and has its clock.
  if (database.time === SYSTEM_TIME) {
    return JSON.stringify(await query.explain(undefined, sql`query plan`))
  }
  return database.db.transaction().execute(async (transaction) => {
    for (const setting of [
      'enable_seqscan',
      'enable_bitmapscan',
      'enable_hashjoin',
      'enable_mergejoin',
    ]) {
      await sql`set local ${sql.raw(setting)} = off`.execute(transaction)
    }
    return JSON.stringify(await settledIn(transaction, 'fast', NOW).limit(50).explain())
  })
}

describe('the games of a player, over HTTP', () => {
  let server: TestServer
  const pages: Page[] = []
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(async () => {
    for (const page of pages) page.close()
    await server.close()
  })

  async function member(name: string): Promise<Page> {
    const page = await openMember(server.url, name)
    pages.push(page)
    return page
  }
  const get = (path: string, cookie = '') =>
    ask(server.url + path, { headers: cookie === '' ? {} : { cookie } })
  const records = (text: string) => text.split('\n\n[').length

  test('are one file: public ones for everyone, all for the player of them', async () => {
    const [one, other] = [await member('Ottilie'), await member('Kunigunde')]
    for (const isListed of [true, false]) {
      const id = await beginGame(one, other, {}, isListed)
      await playTo({ black: one, white: other, game: id }, 2)
      await one.command(id, 'resign')
      await other.sees(id, ({ ending }) => ending !== undefined)
    }
    await expect
      .poll(async () => JSON.parse((await get('/api/players/Ottilie/games')).body).games.length, {
        timeout: 60_000,
      })
      .toBe(1)
    const listed = await get('/api/players/Ottilie/games.hgn')
    expect(listed.headers['content-disposition']).toContain('attachment')
    expect(parseRecord(listed.body).ok).toBe(true)
    const all = await get('/api/account/games.hgn', one.cookie)
    expect([records(listed.body), records(all.body)]).toEqual([1, 2])
    expect((await get('/api/account/games.hgn')).status).toBe(401)
    expect((await get('/api/players/Nobody/games.hgn')).status).toBe(404)
  })

  test('are not given again and again', async () => {
    await member('Adalbert')
    const answers = []
    for (let n = 0; n < 22; n++) answers.push((await get('/api/players/Adalbert/games.hgn')).status)
    expect(answers.at(-1)).toBe(429)
  })

  test('are not searched for by what is no wish', async () => {
    await member('Gottfried')
    for (const query of ['result=x', 'from=yesterday', 'after=1', 'deal=%00']) {
      expect((await get(`/api/players/Gottfried/games?${query}`)).status).toBe(400)
    }
    expect(playerGamesWishSchema.safeParse({ from: '2026-02-30' }).success).toBe(false)
  })
})
