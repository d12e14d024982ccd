import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, IN_MEMORY, openDatabase, VersionTaken } from './database.ts'
import { Journal } from './journal.ts'

let database: Database
const commits: number[] = []
let journal: Journal

beforeEach(async () => {
  commits.length = 0
  database = await openDatabase(IN_MEMORY)
  journal = new Journal(database, (_, units) => commits.push(units))
  for (const id of ['anna', 'bert']) {
    await database.db
      .insertInto('players')
      .values({ id, name: id, nameKey: id, createdAt: 0 })
      .execute()
  }
})
afterEach(() => database.close())

const game = (id: string) => ({
  id,
  black: 'anna',
  white: 'bert',
  createdAt: 0,
  secret: undefined,
})
const event = (key: number | string, version: number) => ({
  game: key,
  version,
  command: undefined,
  event: { kind: 'test' },
})

async function versionsOf(): Promise<readonly number[]> {
  const rows = await database.db.selectFrom('events').select('version').orderBy('key').execute()
  return rows.map(({ version }) => version)
}

describe('the journal', () => {
  test('stores a game with its first events, and tells its key', async () => {
    const keys = await journal.write({ games: [game('one')], events: [event('one', 1)] })
    expect([...keys.keys()]).toEqual(['one'])
    expect(await versionsOf()).toEqual([1])
  })

  test('puts what arrives together into one commit', async () => {
    const keys = await journal.write({ games: [game('one')] })
    const key = keys.get('one') ?? 0
    const units = Array.from({ length: 50 }, (_, n) => ({ events: [event(key, n + 1)] }))
    await Promise.all(units.map((unit) => journal.write(unit)))
    expect(commits).toEqual([1, 50])
    expect(await versionsOf()).toHaveLength(50)
  })

  test('refuses the same version of a game twice, and stores the rest of the commit', async () => {
    const keys = await journal.write({ games: [game('one')], events: [event('one', 1)] })
    const key = keys.get('one') ?? 0
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

  test('says that a version was taken, and stores neither end nor deadline of that unit', async () => {
    const keys = await journal.write({
      games: [game('one')],
      events: [event('one', 1)],
      deadlines: [{ game: 'one', at: 100 }],
    })
    const key = keys.get('one') ?? 0
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

  test('tells everybody why a disk took nothing, and goes on when it does again', async () => {
    const keys = await journal.write({ games: [game('one')] })
    const key = keys.get('one') ?? 0
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
  })

  test('settles when everything is stored', async () => {
    const written = journal.write({ games: [game('one')], events: [event('one', 1)] })
    await journal.settle()
    expect(await versionsOf()).toEqual([1])
    await written
  })
})
