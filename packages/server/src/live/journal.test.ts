import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GameId } from '@hokito/protocol'
import { COLORS, err } from '@hokito/rules'
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnEach, describeOnPostgres } from '../../test/helpers/databases.ts'
import { challengeId, commandId, gameId, playerId } from '../../test/helpers/ids.ts'
import { write } from '../../test/helpers/journal.ts'
import { createTestDatabase, type TestDatabase } from '../../test/helpers/postgres.ts'
import { type Database, IN_MEMORY, openDatabase } from '../store/database.ts'
import { openPostgres } from '../store/postgres.ts'
import { Journal } from './journal.ts'
import type { Unit, Write } from './writes.ts'

let database: Database
const commits: number[] = []
let journal: Journal

const ONE = gameId('one')
const game = (id: GameId): Write => ({
  kind: 'game',
  id,
  black: playerId('anna'),
  white: playerId('bert'),
  createdAt: 0,
  secret: undefined,
})
const event = (key: number | GameId, version: number, text = ''): Write => ({
  kind: 'event',
  game: key,
  version,
  command: undefined,
  event: { kind: 'test', text },
})
const deadline = (key: number | GameId, at: number): Write => ({ kind: 'deadline', game: key, at })
/** A move that leaves a position from which this node knows no conditional lines. */
const moveFrom = (key: number, ply: number): Unit => [
  event(key, 2),
  {
    kind: 'leftLines',
    ...{ game: key, ply, position: 'here', known: { black: undefined, white: undefined } },
  },
]
const linesAt = (ply: number): string => {
  const set = { command: commandId('set'), ply, position: 'here', lines: '' }
  return JSON.stringify({ set, order: 1, played: [] })
}

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
    const keys = await write(journal, [game(ONE), event(ONE, 1)])
    expect([...keys.keys()]).toEqual([ONE])
    expect(await versionsOf()).toEqual([1])
  })

  test('puts what arrives together into one commit', async () => {
    const keys = await write(journal, [game(ONE)])
    const key = keys.get(ONE) ?? 0
    const units = Array.from({ length: 50 }, (_, n) => [event(key, n + 1)])
    await Promise.all(units.map((unit) => write(journal, unit)))
    expect(commits).toEqual([1, 50])
    expect(await versionsOf()).toHaveLength(50)
  })

  test('waits for no more once much has arrived', async () => {
    const key = (await write(journal, [game(ONE), event(ONE, 1)])).get(ONE) ?? 0
    const many = Array.from({ length: 40 }, (_, index) => write(journal, [event(key, 2 + index)]))
    for (let turns = 0; turns < 3; turns++) await nextTurn()
    await Promise.all([...many, write(journal, [event(key, 42)])])
    expect(commits).toEqual([1, 40, 1])
  })

  test('refuses the same version of a game twice, and stores the rest of the commit', async () => {
    const keys = await write(journal, [game(ONE), event(ONE, 1)])
    const key = keys.get(ONE) ?? 0
    const written = await Promise.allSettled([
      journal.write([event(key, 2)]),
      journal.write([event(key, 1)]),
      journal.write([event(key, 3)]),
      journal.write([event(999, 1)]),
    ])
    const taken = err({ kind: 'versionTaken', game: key, version: 1 })
    expect(written).toMatchObject([
      { value: { ok: true } },
      { value: taken },
      { value: { ok: true } },
      { status: 'rejected' },
    ])
    expect(await versionsOf()).toEqual([1, 2, 3])
  })

  test('keeps the deadline of a game that was written last, be it earlier or later', async () => {
    const keys = await write(journal, [game(ONE), deadline(ONE, 100)])
    const key = keys.get(ONE) ?? 0
    for (const at of [7, 300]) {
      await write(journal, [deadline(key, at)])
      expect(await database.db.selectFrom('deadlines').selectAll().execute()).toEqual([
        { game: key, at },
      ])
    }
  })

  test('says that a version was taken, and stores neither end nor deadline of that unit', async () => {
    const keys = await write(journal, [game(ONE), event(ONE, 1), deadline(ONE, 100)])
    const key = keys.get(ONE) ?? 0
    const [taken] = await Promise.all([
      journal.write([event(key, 1), { kind: 'end', game: key, at: 50 }, deadline(key, 7)]),
      journal.write([event(key, 2)]),
    ])
    expect(taken).toEqual(err({ kind: 'versionTaken', game: key, version: 1 }))
    const [row] = await database.db.selectFrom('games').select('endedAt').execute()
    expect(row).toEqual({ endedAt: null })
    expect(await database.db.selectFrom('deadlines').selectAll().execute()).toEqual([
      { game: key, at: 100 },
    ])
  })

  test('gives a challenge to the first of two who take it, and stores nothing of the second', async () => {
    const challenge = challengeId('open')
    const row = { id: challenge, player: playerId('anna'), createdAt: 0, challengeJson: '{}' }
    await database.db
      .insertInto('challenges')
      .values({ ...row, damage: null })
      .execute()
    const taking = (name: string): Unit => [
      game(gameId(name)),
      { kind: 'takenChallenge', challenge },
    ]
    const written = await Promise.all(
      ['first', 'second', 'third'].map((name) => journal.write(taking(name))),
    )
    const gone = err({ kind: 'challengeGone', challenge })
    expect(written).toMatchObject([{ ok: true }, gone, gone])
    expect(await database.db.selectFrom('challenges').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('games').select('id').execute()).toEqual([
      { id: gameId('first') },
    ])
  })

  describe('arrangements', () => {
    const WHOLE = '111111222222333333'
    const DRAFT = '1-----------------'
    const placed = (key: number, version: number, arrangement: string): Write => ({
      kind: 'arrangement',
      game: key,
      color: 'black',
      arrangement,
      version,
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
      const keys = await write(journal, [...ids.map(game), ...ids.map((id) => event(id, 1))])
      const [ready, dealt, other] = ids.map((id) => keys.get(id) ?? 0)
      if (ready === undefined || dealt === undefined || other === undefined) return expect.fail()
      await write(journal, [event(ready, 2), placed(ready, 2, WHOLE)])
      const arranged: Write = { kind: 'arranged', game: dealt, known: {} }
      await write(journal, [event(dealt, 2), event(dealt, 3), arranged])
      const written = await Promise.all([
        journal.write([placed(ready, 1, DRAFT)]),
        journal.write([placed(dealt, 1, DRAFT)]),
        journal.write([placed(other, 1, DRAFT)]),
      ])
      const lateIn = (late: number) => err({ kind: 'versionPassed', game: late, version: 1 })
      expect(written).toMatchObject([lateIn(ready), lateIn(dealt), { ok: true }])
      expect(await storedOf(ready)).toEqual([{ color: 'black', arrangement: WHOLE }])
      expect(await storedOf(dealt)).toEqual([])
      expect(await storedOf(other)).toEqual([{ color: 'black', arrangement: DRAFT }])
    })
  })

  test('stores what many sides have placed by as few statements as for one', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => gameId(`${n}x`))
    const keys = await write(journal, [...ids.map(game), ...ids.map((id) => event(id, 1))])
    const draftsOf = (games: readonly GameId[], pieces: string) =>
      games.flatMap((id) =>
        COLORS.map((color): Unit => {
          const arrangement = pieces.padEnd(18, '-')
          return [{ kind: 'arrangement', game: keys.get(id) ?? 0, color, arrangement, version: 1 }]
        }),
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
      await Promise.all(units.map((unit) => write(counting, unit)))
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
    const arranged = [...keys.values()].map((key): Unit => [{ kind: 'arranged', game: key, known }])
    expect(await statementsFor(arranged)).toBe(1)
    expect(await database.db.selectFrom('arrangements').selectAll().execute()).toEqual([])
  })

  describe('a move that must not have been answered by conditional lines', () => {
    test('is stored if there are none, or only others, and refused if there are', async () => {
      const ids = ['one', 'two', 'three'].map(gameId)
      const keys = await write(journal, [...ids.map(game), ...ids.map((id) => event(id, 1))])
      const [bare, elsewhere, here] = ids.map((id) => keys.get(id) ?? 0)
      if (bare === undefined || elsewhere === undefined || here === undefined) expect.fail()
      const rows = [
        { game: elsewhere, color: 'white', linesJson: linesAt(2) },
        { game: here, color: 'white', linesJson: linesAt(4) },
      ] as const
      await database.db.insertInto('lines').values(rows).execute()
      const written = await Promise.all(
        [bare, elsewhere, here].map((key) => journal.write(moveFrom(key, 4))),
      )
      const unseen = err({ kind: 'linesUnseen', game: here })
      expect(written).toMatchObject([{ ok: true }, { ok: true }, unseen])
      expect(await versionsOf()).toEqual([1, 1, 1, 2, 2])
    })
  })

  test('settles when everything is stored', async () => {
    const written = write(journal, [game(ONE), event(ONE, 1)])
    await journal.settle()
    expect(await versionsOf()).toEqual([1])
    await written
  })
})

test('the journal tells every writer why the disk took nothing, and continues when the disk works again', async () => {
  await begin(await openDatabase(IN_MEMORY))
  const keys = await write(journal, [game(ONE)])
  const key = keys.get(ONE) ?? 0
  await sql`pragma max_page_count = 1`.execute(database.db)
  const large = (version: number) => [event(key, version, 'x'.repeat(20_000))]
  const written = await Promise.allSettled([1, 2, 3].map((n) => journal.write(large(n))))
  const full = { status: 'rejected', reason: { code: 'SQLITE_FULL' } }
  expect(written).toMatchObject([full, full, full])
  await sql`pragma max_page_count = 100000`.execute(database.db)
  await write(journal, large(1))
  expect(await versionsOf()).toEqual([1])
  await database.close()
})
describeOnPostgres('what comes while another node stores something of the game', () => {
  test('a first draft waits for what becomes of the game, and is not stored in one that has begun', async () => {
    await besideAnotherNode(async ({ shared, other, key }) => {
      await other.query('insert into events (game, version, "eventJson") values ($1, 2, $2)', [
        key,
        '{"kind":"test"}',
      ])
      const arrangement = '1'.padEnd(18, '-')
      const draft = {
        kind: 'arrangement',
        game: key,
        color: 'black',
        arrangement,
        version: 1,
      } as const
      const written = journal.write([draft])
      await waitsOrEnds(shared, written)
      await other.query('commit')
      expect(await written).toEqual(err({ kind: 'versionPassed', game: key, version: 1 }))
      expect(await shared.run('select * from arrangements')).toEqual([])
    })
  })

  test('a move waits for conditional lines, and is refused if they answer it', async () => {
    await besideAnotherNode(async ({ shared, other, key }) => {
      await other.query('select from games where key = $1 for update', [key])
      const written = journal.write(moveFrom(key, 4))
      expect(await waitsOrEnds(shared, written)).toBe('waits')
      await other.query('insert into lines (game, color, "linesJson") values ($1, $2, $3)', [
        key,
        'white',
        linesAt(4),
      ])
      await other.query('commit')
      expect(await written).toEqual(err({ kind: 'linesUnseen', game: key }))
      expect(await versionsOf()).toEqual([1])
    })
  })
})

test('the journal reports a refusal that belongs to none of its units, and does not try for ever', async () => {
  await begin(await openDatabase(IN_MEMORY))
  const keys = await write(journal, [game(ONE)])
  const key = keys.get(ONE) ?? 0
  let attempts = 0
  const refusing = new Journal({
    ...database,
    storeEvents: async () => 'refused',
    // Refuses events that the caller has not given.
    insertEvents: async (_, events) => {
      attempts++
      return events.map((row) => ({ ...row }))
    },
  })
  const units = [1, 2].map((version) => refusing.write([event(key, version)]))
  const written = await Promise.allSettled(units)
  expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(attempts).toBe(3)
  await database.close()
})

interface BesideNode {
  readonly shared: TestDatabase
  /** A transaction of the other node has begun on this connection. */
  readonly other: pg.Client
  /** A game that both nodes know. */
  readonly key: number
}

/** Runs a task on a database that another node uses too. */
async function besideAnotherNode(task: (parts: BesideNode) => Promise<void>): Promise<void> {
  const shared = await createTestDatabase()
  const other = new pg.Client(shared.url)
  await begin(await openPostgres(shared.url))
  try {
    await other.connect()
    const keys = await write(journal, [game(ONE), event(ONE, 1)])
    await other.query('begin')
    await task({ shared, other, key: keys.get(ONE) ?? 0 })
  } finally {
    await other.end()
    await database.close()
    await shared.drop()
  }
}

/** Which comes first: that a write waits for a lock, or that it ends? */
async function waitsOrEnds(
  shared: TestDatabase,
  written: Promise<unknown>,
): Promise<'waits' | 'ends'> {
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  written.then(end, end)
  const waiting = () => shared.run('select pid from pg_locks where not granted')
  await expect.poll(async () => isEnded || (await waiting()).length > 0).toBe(true)
  return isEnded ? 'ends' : 'waits'
}
