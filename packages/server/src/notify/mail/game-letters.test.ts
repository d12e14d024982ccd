import type { GameId, PushMessage } from '@hokito/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BYTES, notANumber } from '../../../test/helpers/damage.ts'
import { describeOnEach } from '../../../test/helpers/databases.ts'
import { gameId, playerId } from '../../../test/helpers/ids.ts'
import { putAddress } from '../../accounts/mail-store.ts'
import { createMetrics } from '../../metrics.ts'
import { addCredentials } from '../../players/credentials.ts'
import { type Database, IN_MEMORY, openDatabase } from '../../store/database.ts'
import { type RowName, RowReader } from '../../store/row-reader.ts'
import { GameLetters } from './game-letters.ts'

const ANNA = playerId('anna')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let database: Database
let now: number
let letters: GameLetters
let damaged: RowName[]
let rows: RowReader

function notice(kind: PushMessage['kind'], subject: GameId) {
  return { about: { kind, name: 'Bert', path: '' }, subject, isLive: false, until: undefined }
}

/** Notifies Anna. */
async function tell(kind: PushMessage['kind'], subject = gameId('one')): Promise<void> {
  const tellHer = await letters.find(ANNA, notice(kind, subject))
  await (tellHer ?? expect.fail())()
}

/** Anna wants letters. */
async function begin(open: () => Promise<Database>): Promise<void> {
  database = await open()
  now = Date.UTC(2027, 2)
  damaged = []
  rows = new RowReader((row) => damaged.push(row))
  letters = new GameLetters({
    ...{ database, rows },
    secret: 's'.repeat(32),
    now: () => now,
    metrics: createMetrics(),
    isOn: true,
  })
  const player = { id: ANNA, name: 'Anna', nameKey: 'anna', createdAt: 0 }
  await database.db.insertInto('players').values(player).execute()
  await addCredentials(database.db, { player: ANNA, createdAt: 0, passwordHash: '' })
  await putAddress(database.db, { player: ANNA, address: 'a@example.org', language: 'en' }, 0)
  await letters.set(ANNA, true)
}

describeOnEach('letters about games that wait', (open) => {
  beforeEach(() => begin(open))
  afterEach(() => database.close())

  test('are taken once; one that nobody got to the end with comes up again after a while', async () => {
    await tell('last')
    const [one, other] = await Promise.all([letters.claim(), letters.claim()])
    expect([one, other].filter((letter) => letter !== undefined)).toMatchObject([{ tries: 1 }])
    now += 14 * MINUTE
    expect(await letters.claim()).toBeUndefined()
    now += MINUTE
    expect(await letters.claim()).toMatchObject({ tries: 2 })
  })

  test('are gone once they are sent, but for what has come up meanwhile', async () => {
    await tell('turn')
    now += 3 * HOUR
    const letter = await letters.claim()
    if (letter === undefined || letter === 'damaged') return expect.fail()
    now += 1000
    await tell('turn', gameId('two'))
    await letters.sent(letter)
    expect(await letters.claim()).toBeUndefined()
    now += 24 * HOUR
    expect(await letters.claim()).toMatchObject({ kind: 'turns', tries: 1 })
  })

  test('are not made for what no letter tells', async () => {
    for (const kind of ['break', 'back'] as const) {
      expect(await letters.find(ANNA, notice(kind, gameId('one')))).toBeUndefined()
    }
    const live = { ...notice('challenge', gameId('one')), isLive: true }
    expect(await letters.find(ANNA, live)).toBeUndefined()
  })

  test('are not taken away by a visit that was before', async () => {
    letters.heard(ANNA)
    now += 1000
    await tell('turn')
    await letters.dropSeen()
    now += 2 * HOUR
    letters.heard(ANNA)
    await tell('last')
    await letters.dropSeen()
    const left = await database.db.selectFrom('waitingLetters').select('kind').execute()
    expect(left).toEqual([{ kind: 'last' }])
  })

  test('end by the link of a former secret no more, and by that of the next letter again', async () => {
    const former = letters.tokenOf(ANNA)
    letters = new GameLetters({
      ...{ database, rows },
      secret: 't'.repeat(32),
      now: () => now,
      metrics: createMetrics(),
      isOn: true,
    })
    const token = await letters.arm(ANNA)
    await letters.letGo(former)
    expect(await letters.wishOf(ANNA)).toBeDefined()
    await letters.letGo(token)
    expect(await letters.wishOf(ANNA)).toBeUndefined()
  })
})

describe('a damaged letter', () => {
  beforeEach(() => begin(() => openDatabase(IN_MEMORY)))
  afterEach(() => database.close())

  const damage = (table: string, set: string) =>
    sql.raw(`update "${table}" set ${set}`).execute(database.db)

  test.each([
    ...['madeAt', 'dueAt', 'tries'].flatMap(notANumber),
    ...['"dueAt" = -9e300', `kind = ${BYTES}`, "kind = 'post'", `subject = ${BYTES}`],
    "subject = 'one'",
  ])('(%s) is reported once and dropped; the others and the next are sent', async (set) => {
    await tell('challenge')
    await damage('waitingLetters', set)
    await tell('last')
    const claimed = [await letters.claim(), await letters.claim(), await letters.claim()]
    expect(claimed).toContainEqual(expect.objectContaining({ kind: 'last', tries: 1 }))
    expect(claimed.filter((letter) => letter === 'damaged')).toHaveLength(1)
    expect(damaged).toMatchObject([{ table: 'waitingLetters' }])
    now += HOUR
    await tell('challenge')
    expect(await letters.claim()).toMatchObject({ tries: 2 })
    expect(await letters.claim()).toMatchObject({ kind: 'challenge', tries: 1 })
    expect(damaged).toHaveLength(1)
  })

  test.each([...['turnsAt', 'dayAt', 'countOfDay'].flatMap(notANumber)])(
    'setting (%s) is none, reported, and can be made again',
    async (set) => {
      await damage('gameLetters', set)
      expect(await letters.find(ANNA, notice('turn', gameId('one')))).toBeUndefined()
      expect(damaged).toEqual([{ table: 'gameLetters', id: ANNA }])
      await letters.set(ANNA, false)
      await letters.set(ANNA, true)
      await tell('turn')
    },
  )
})

describe('a clock that was a year ahead and is put back', () => {
  beforeEach(() => begin(() => openDatabase(IN_MEMORY)))
  afterEach(() => database.close())

  test('delays no letter, and does not use up the letters of a day', async () => {
    const right = now
    now += 365 * 24 * HOUR
    for (let count = 0; count < 10; count++) expect(await letters.takeFromDay(ANNA)).toBe(true)
    await tell('turn')
    await letters.sent({ player: ANNA, kind: 'turns', subject: '', madeAt: 0, dueAt: 0, tries: 1 })
    now = right
    expect(await letters.takeFromDay(ANNA)).toBe(true)
    await tell('turn')
    now += 24 * HOUR
    expect(await letters.claim()).toMatchObject({ kind: 'turns' })
  })
})
