import type { GameId, PushMessage } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../../test/helpers/databases.ts'
import { gameId, playerId } from '../../../test/helpers/ids.ts'
import { putAddress } from '../../accounts/mail-store.ts'
import { createMetrics } from '../../metrics.ts'
import { addCredentials } from '../../players/credentials.ts'
import type { Database } from '../../store/database.ts'
import { GameLetters } from './game-letters.ts'

const ANNA = playerId('anna')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let database: Database
let now: number
let letters: GameLetters

function notice(kind: PushMessage['kind'], subject: GameId) {
  return { about: { kind, name: 'Bert', path: '' }, subject, isLive: false, until: undefined }
}

/** Notifies Anna. */
async function tell(kind: PushMessage['kind'], subject = gameId('one')): Promise<void> {
  const tellHer = await letters.find(ANNA, notice(kind, subject))
  await (tellHer ?? expect.fail())()
}

describeOnEach('letters about games that wait', (open) => {
  beforeEach(async () => {
    database = await open()
    now = Date.UTC(2027, 2)
    letters = new GameLetters({
      database,
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
  })
  afterEach(() => database.close())

  test('are taken once; one that nobody got to the end with comes up again after a while', async () => {
    await tell('last')
    const [one, other] = await Promise.all([letters.claim(), letters.claim()])
    expect([one?.tries, other?.tries].filter((tries) => tries !== undefined)).toEqual([1])
    now += 14 * MINUTE
    expect(await letters.claim()).toBeUndefined()
    now += MINUTE
    expect(await letters.claim()).toMatchObject({ tries: 2 })
  })

  test('are gone once they are sent, but for what has come up meanwhile', async () => {
    await tell('turn')
    now += 3 * HOUR
    const letter = (await letters.claim()) ?? expect.fail()
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
      database,
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
