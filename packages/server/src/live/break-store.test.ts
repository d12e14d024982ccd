import { err } from '@hokito/rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { write } from '../../test/helpers/journal.ts'
import { breakStateOf, breaksAt } from '../players/break-store.ts'
import { addCredentials } from '../players/credentials.ts'
import type { Database } from '../store/database.ts'
import { RowReader } from '../store/row-reader.ts'
import { Journal } from './journal.ts'
import type { Unit, Write } from './writes.ts'

const rows = new RowReader(({ table }) => expect.fail(table))

let database: Database
let journal: Journal

const [ANNA, BERT] = [playerId('anna'), playerId('bert')]
const DAY = 86_400_000
const NOW = Date.UTC(2027, 2)
const ONE = gameId('one')
const made: Write = {
  kind: 'game',
  id: ONE,
  black: ANNA,
  white: BERT,
  createdAt: NOW,
  secret: undefined,
}
const event = (game: number | typeof ONE): Write => ({
  kind: 'event',
  game,
  version: 1,
  command: undefined,
  event: { kind: 'test' },
})
const change = (at: number, days: number, games: readonly number[], player = ANNA): Write => ({
  kind: 'break',
  player,
  at,
  until: at + days * DAY,
  games,
})

describeOnEach('stored breaks', (open) => {
  beforeEach(async () => {
    database = await open()
    journal = new Journal(database)
    for (const id of [ANNA, BERT]) {
      const row = { id, name: id, nameKey: id, createdAt: 0 }
      await database.db.insertInto('players').values(row).execute()
    }
    await addCredentials(database.db, { player: ANNA, createdAt: 0, passwordHash: '' })
  })
  afterEach(() => database.close())

  /** Stores a running game and returns its key. */
  async function begin(): Promise<number> {
    const keys = await write(journal, [made, event(ONE)])
    return keys.get(ONE) ?? expect.fail()
  }

  test('are refused while a game runs that was not known of', async () => {
    const key = await begin()
    const unseen = await journal.write([change(NOW, 3, [])])
    expect(unseen).toEqual(err({ kind: 'gameUnseen', player: ANNA }))
    expect(await breakStateOf({ db: database.db, rows }, ANNA, NOW)).toEqual({ daysLeft: 14 })
    await write(journal, [change(NOW, 3, [key])])
    expect(await breaksAt({ db: database.db, rows }, [ANNA, BERT], NOW)).toEqual(
      new Map([[ANNA, NOW + 3 * DAY]]),
    )
    expect(await breaksAt({ db: database.db, rows }, [ANNA], NOW + 3 * DAY)).toEqual(new Map())
  })

  test('are refused with all that belongs to them where a game has gone on', async () => {
    const key = await begin()
    const taken = await journal.write([change(NOW, 3, [key]), event(key)])
    expect(taken).toEqual(err({ kind: 'versionTaken', game: key, version: 1 }))
    expect(await breakStateOf({ db: database.db, rows }, ANNA, NOW)).toEqual({ daysLeft: 14 })
  })

  test('let no game begin without them, and none with one that is over', async () => {
    await write(journal, [change(NOW, 3, [])])
    const players = [BERT, ANNA]
    const beginning = (known: ReadonlyMap<typeof ANNA, number>, at = NOW): Unit => [
      made,
      { kind: 'resting', players, at, known },
    ]
    const own = new Map([[ANNA, NOW + 3 * DAY]])
    const unseen = err({ kind: 'breakUnseen', players })
    expect(await journal.write(beginning(new Map()))).toEqual(unseen)
    expect(await journal.write(beginning(own, NOW + 3 * DAY))).toEqual(unseen)
    await write(journal, beginning(own))
    expect(await database.db.selectFrom('games').select('id').execute()).toHaveLength(1)
  })

  test('are one at a time, also of those that come together, and for accounts', async () => {
    const refused = (code: string) => err({ kind: 'breakRefused', code })
    const both = await Promise.all([
      journal.write([change(NOW, 3, [])]),
      journal.write([change(NOW + 1, 3, [])]),
    ])
    expect(both).toMatchObject([{ ok: true }, refused('onBreak')])
    await write(journal, [change(NOW + 2, 0, [])])
    expect(await journal.write([change(NOW + 3, 0, [])])).toEqual(refused('notOnBreak'))
    expect(await journal.write([change(NOW, 1, [], BERT)])).toEqual(refused('noAccount'))
  })
})
