import type { GameId } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnEach, describeOnPostgres } from '../../test/helpers/databases.ts'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { createTestDatabase } from '../../test/helpers/postgres.ts'
import { type Database, IN_MEMORY, openDatabase, VersionTaken } from '../store/database.ts'
import { openPostgres } from '../store/postgres.ts'
import { Journal, type Unit } from './journal.ts'

let database: Database
const commits: number[] = []
let journal: Journal

const ONE = gameId('one')
const game = (id: GameId) => ({
  id,
  black: playerId('anna'),
  white: playerId('bert'),
  createdAt: 0,
  secret: undefined,
})
const event = (key: number | GameId, version: number) => ({
  game: key,
  version,
  command: undefined,
  event: { kind: 'test' },
})

async function versionsOf(): Promise<readonly number[]> {
  const rows = await database.db.selectFrom('events').select('version').orderBy('key').execute()
  return rows.map(({ version }) => version)
}

async function begin(opened: Database): Promise<void> {
  commits.length = 0
  database = opened
  journal = new Journal(database, (_, units) => commits.push(units))
  for (const name of ['anna', 'bert']) {
    await database.db
      .insertInto('players')
      .values({ id: playerId(name), name, nameKey: name, createdAt: 0 })
      .execute()
  }
}

describeOnEach('the journal', (open) => {
  beforeEach(async () => begin(await open()))
  afterEach(() => database.close())

  test('stores a game with its first events, and tells its key', async () => {
    const keys = await journal.write({ games: [game(ONE)], events: [event(ONE, 1)] })
    expect([...keys.keys()]).toEqual([ONE])
    expect(await versionsOf()).toEqual([1])
  })

  test('puts what arrives together into one commit', async () => {
    const keys = await journal.write({ games: [game(ONE)] })
    const key = keys.get(ONE) ?? 0
    const units = Array.from({ length: 50 }, (_, n) => ({ events: [event(key, n + 1)] }))
    await Promise.all(units.map((unit) => journal.write(unit)))
    expect(commits).toEqual([1, 50])
    expect(await versionsOf()).toHaveLength(50)
  })

  test('refuses the same version of a game twice, and stores the rest of the commit', async () => {
    const keys = await journal.write({ games: [game(ONE)], events: [event(ONE, 1)] })
    const key = keys.get(ONE) ?? 0
    const written = await Promise.allSettled([
      journal.write({ events: [event(key, 2)] }),
      journal.write({ events: [event(key, 1)] }),
      journal.write({ events: [event(key, 3)] }),
      journal.write({ events: [event(999, 1)] }),
    ])
    expect(written.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ])
    expect(await versionsOf()).toEqual([1, 2, 3])
  })

  test('keeps the deadline of a game that was written last, be it earlier or later', async () => {
    const keys = await journal.write({ games: [game(ONE)], deadlines: [{ game: ONE, at: 100 }] })
    const key = keys.get(ONE) ?? 0
    for (const at of [7, 300]) {
      await journal.write({ deadlines: [{ game: key, at }] })
      expect(await database.db.selectFrom('deadlines').selectAll().execute()).toEqual([
        { game: key, at },
      ])
    }
  })

  test('says that a version was taken, and stores neither end nor deadline of that unit', async () => {
    const keys = await journal.write({
      games: [game(ONE)],
      events: [event(ONE, 1)],
      deadlines: [{ game: ONE, at: 100 }],
    })
    const key = keys.get(ONE) ?? 0
    const [taken] = await Promise.allSettled([
      journal.write({
        events: [event(key, 1)],
        ended: [{ game: key, at: 50 }],
        deadlines: [{ game: key, at: 7 }],
      }),
      journal.write({ events: [event(key, 2)] }),
    ])
    expect(taken).toMatchObject({ status: 'rejected', reason: expect.any(VersionTaken) })
    const [row] = await database.db.selectFrom('games').select('endedAt').execute()
    expect(row).toEqual({ endedAt: null })
    expect(await database.db.selectFrom('deadlines').selectAll().execute()).toEqual([
      { game: key, at: 100 },
    ])
  })

  describe('arrangements', () => {
    const WHOLE = '111111222222333333'
    const DRAFT = '1-----------------'
    const placed = (key: number, version: number, arrangement: string) => ({
      arrangements: [{ game: key, color: 'black' as const, arrangement, version }],
    })
    const storedOf = (key: number) =>
      database.db
        .selectFrom('arrangements')
        .select(['color', 'arrangement'])
        .where('game', '=', key)
        .orderBy('color')
        .execute()

    test('of a game that has gone on unheard are refused, and the rest of the commit is stored', async () => {
      const [two, three] = [gameId('two'), gameId('three')]
      const ids = [ONE, two, three]
      const keys = await journal.write({
        games: ids.map(game),
        events: ids.map((id) => event(id, 1)),
      })
      const [ready, dealt, other] = ids.map((id) => keys.get(id) ?? 0)
      if (ready === undefined || dealt === undefined || other === undefined) return expect.fail()
      await journal.write({ events: [event(ready, 2)], ...placed(ready, 2, WHOLE) })
      const known = [{ game: dealt, version: 2, known: {} }]
      await journal.write({ events: [event(dealt, 2), event(dealt, 3)], arranged: known })
      const written = await Promise.allSettled([
        journal.write(placed(ready, 1, DRAFT)),
        journal.write(placed(dealt, 1, DRAFT)),
        journal.write(placed(other, 1, DRAFT)),
      ])
      const late = { status: 'rejected', reason: expect.any(VersionTaken) }
      expect(written).toMatchObject([late, late, { status: 'fulfilled' }])
      expect(await storedOf(ready)).toEqual([{ color: 'black', arrangement: WHOLE }])
      expect(await storedOf(dealt)).toEqual([])
      expect(await storedOf(other)).toEqual([{ color: 'black', arrangement: DRAFT }])
    })
  })

  test('stores what many sides have placed by as few statements as for one', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => gameId(`${n}x`))
    const keys = await journal.write({
      games: ids.map(game),
      events: ids.map((id) => event(id, 1)),
    })
    const draftsOf = (games: readonly GameId[], pieces: string) =>
      games.flatMap((id) =>
        COLORS.map((color) => ({
          arrangements: [
            { game: keys.get(id) ?? 0, color, arrangement: pieces.padEnd(18, '-'), version: 1 },
          ],
        })),
      )
    const statementsFor = async (units: readonly Unit[]) => {
      let count = 0
      const counting = new Journal({
        ...database,
        transact: (task) =>
          database.transact((transaction) => {
            const plugin = {
              transformQuery: ({ node }: PluginTransformQueryArgs) => {
                count++
                return node
              },
              transformResult: async ({ result }: PluginTransformResultArgs) => result,
            }
            return task(transaction.withPlugin(plugin) as typeof transaction)
          }),
      })
      await Promise.all(units.map((unit) => counting.write(unit)))
      return count
    }
    const one = await statementsFor(draftsOf(ids.slice(0, 1), '1'))
    // Within a commit, the last arrangement of a side counts.
    const many = [...draftsOf(ids, '2'), ...draftsOf(ids, '3')]
    expect(await statementsFor(many)).toBe(one)
    const rows = await database.db.selectFrom('arrangements').select('arrangement').execute()
    expect(rows).toEqual(many.slice(40).map(() => ({ arrangement: '3'.padEnd(18, '-') })))
    const last = '3'.padEnd(18, '-')
    const known = { black: last, white: last }
    const arranged = [...keys.values()].map((key) => ({
      arranged: [{ game: key, version: 2, known }],
    }))
    expect(await statementsFor(arranged)).toBe(1)
    expect(await database.db.selectFrom('arrangements').selectAll().execute()).toEqual([])
  })

  test('settles when everything is stored', async () => {
    const written = journal.write({ games: [game(ONE)], events: [event(ONE, 1)] })
    await journal.settle()
    expect(await versionsOf()).toEqual([1])
    await written
  })
})

test('the journal tells everybody why a disk took nothing, and goes on when it does again', async () => {
  await begin(await openDatabase(IN_MEMORY))
  const keys = await journal.write({ games: [game(ONE)] })
  const key = keys.get(ONE) ?? 0
  await sql`pragma max_page_count = 1`.execute(database.db)
  const large = (version: number) => ({
    events: [{ ...event(key, version), event: { kind: 'test', text: 'x'.repeat(20_000) } }],
  })
  const written = await Promise.allSettled([1, 2, 3].map((n) => journal.write(large(n))))
  const full = { status: 'rejected', reason: { code: 'SQLITE_FULL' } }
  expect(written).toMatchObject([full, full, full])
  await sql`pragma max_page_count = 100000`.execute(database.db)
  await journal.write(large(1))
  expect(await versionsOf()).toEqual([1])
  await database.close()
})
describeOnPostgres('a first draft that comes while another node begins the game', () => {
  test('waits for what becomes of the game, and is not stored in one that has begun', async () => {
    const shared = await createTestDatabase()
    const other = new pg.Client(shared.url)
    await begin(await openPostgres(shared.url))
    try {
      await other.connect()
      const keys = await journal.write({ games: [game(ONE)], events: [event(ONE, 1)] })
      const key = keys.get(ONE) ?? 0
      await other.query('begin')
      await other.query('insert into events (game, version, "eventJson") values ($1, 2, $2)', [
        key,
        '{"kind":"test"}',
      ])
      let isAnswered = false
      const draft = {
        game: key,
        color: 'black',
        arrangement: '1'.padEnd(18, '-'),
        version: 1,
      } as const
      const written = journal.write({ arrangements: [draft] }).finally(() => {
        isAnswered = true
      })
      const refused = expect(written).rejects.toThrow(VersionTaken)
      const waits = () => shared.run('select pid from pg_locks where not granted')
      await expect.poll(async () => isAnswered || (await waits()).length > 0).toBe(true)
      await other.query('commit')
      await refused
      expect(await shared.run('select * from arrangements')).toEqual([])
    } finally {
      await other.end()
      await database.close()
      await shared.drop()
    }
  })
})
