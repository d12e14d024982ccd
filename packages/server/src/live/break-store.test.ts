import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { BreakRefused, BreakUnheard, breakStateOf, breaksAt } from '../players/break-store.ts'
import { type Database, VersionTaken } from '../store/database.ts'
import { Journal } from './journal.ts'

let database: Database
let journal: Journal

const [ANNA, BERT] = [playerId('anna'), playerId('bert')]
const DAY = 86_400_000
const NOW = Date.UTC(2027, 2)
const made = { id: gameId('one'), black: ANNA, white: BERT, createdAt: NOW, secret: undefined }
const change = (at: number, days: number, games: readonly number[]) => ({
  break: { player: ANNA, at, until: at + days * DAY, games },
})

describeOnEach('stored breaks', (open) => {
  beforeEach(async () => {
    database = await open()
    journal = new Journal(database)
    for (const id of [ANNA, BERT]) {
      const row = { id, name: id, nameKey: id, createdAt: 0 }
      await database.db.insertInto('players').values(row).execute()
    }
    const row = { player: ANNA, createdAt: 0, passwordHash: '', renamedAt: null }
    await database.db.insertInto('credentials').values(row).execute()
  })
  afterEach(() => database.close())

  /** Stores a running game and returns its key. */
  async function begin(): Promise<number> {
    const event = { game: made.id, version: 1, command: undefined, event: { kind: 'test' } }
    const keys = await journal.write({ games: [made], events: [event] })
    return keys.get(made.id) ?? expect.fail()
  }

  test('are refused while a game runs that was not known of', async () => {
    const key = await begin()
    await expect(journal.write(change(NOW, 3, []))).rejects.toThrow(BreakUnheard)
    expect(await breakStateOf(database.db, ANNA, NOW)).toEqual({ daysLeft: 14 })
    await journal.write(change(NOW, 3, [key]))
    expect(await breaksAt(database.db, [ANNA, BERT], NOW)).toEqual(new Map([[ANNA, NOW + 3 * DAY]]))
    expect(await breaksAt(database.db, [ANNA], NOW + 3 * DAY)).toEqual(new Map())
  })

  test('are refused with all that belongs to them where a game has gone on', async () => {
    const key = await begin()
    const event = { game: key, version: 1, command: undefined, event: { kind: 'test' } }
    const unit = { ...change(NOW, 3, [key]), events: [event] }
    await expect(journal.write(unit)).rejects.toThrow(VersionTaken)
    expect(await breakStateOf(database.db, ANNA, NOW)).toEqual({ daysLeft: 14 })
  })

  test('let no game begin without them, and none with one that is over', async () => {
    await journal.write(change(NOW, 3, []))
    const resting = (known: ReadonlyMap<typeof ANNA, number>, at = NOW) => ({
      games: [made],
      resting: { players: [BERT, ANNA], at, known },
    })
    const own = new Map([[ANNA, NOW + 3 * DAY]])
    await expect(journal.write(resting(new Map()))).rejects.toThrow(BreakUnheard)
    await expect(journal.write(resting(own, NOW + 3 * DAY))).rejects.toThrow(BreakUnheard)
    await journal.write(resting(own))
    expect(await database.db.selectFrom('games').select('id').execute()).toHaveLength(1)
  })

  test('are one at a time, also of those that come together, and for accounts', async () => {
    const both = await Promise.allSettled([
      journal.write(change(NOW, 3, [])),
      journal.write(change(NOW + 1, 3, [])),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(journal.write(change(NOW + 2, 0, []))).resolves.toBeDefined()
    await expect(journal.write(change(NOW + 3, 0, []))).rejects.toThrow('notOnBreak')
    const guests = { break: { ...change(NOW, 1, []).break, player: BERT } }
    await expect(journal.write(guests)).rejects.toThrow(BreakRefused)
  })
})
