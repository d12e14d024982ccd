import type { PlayerId } from '@hokito/protocol'
import { err } from '@hokito/rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { SYSTEM_CHANCE } from '../ground/chance.ts'
import { Players } from '../players/players.ts'
import type { Database } from '../store/database.ts'
import { RowReader } from '../store/row-reader.ts'
import { Accounts } from './accounts.ts'

const rows = new RowReader(({ table }) => expect.fail(table))

const SECRET = 's'.repeat(32)
const PASSWORD = 'seven stacks of stone'
const NEXT = 'eight stacks of stone'

let database: Database
let accounts: Accounts
let player: PlayerId

async function count(table: 'sessions' | 'recoveryCodes'): Promise<number> {
  const rows = await database.db.selectFrom(table).selectAll().execute()
  return rows.length
}

const change = (next: string) => accounts.changePassword(player, { password: PASSWORD, next }, 2)
const nothing = async () => undefined

/** Asks for something that waits until so many passwords have been hashed that a test can go on. */
function whileHashing<T>(ask: () => Promise<T>): Promise<T> {
  for (let n = 0; n < 20; n++) void accounts.passwords.hash(NEXT)
  return ask()
}

describeOnEach('an account', (open) => {
  beforeEach(async () => {
    database = await open()
    const players = new Players({ database, rows, chance: SYSTEM_CHANCE, secret: SECRET })
    const { sessions } = players
    accounts = new Accounts({ database, rows, sessions, chance: SYSTEM_CHANCE, secret: SECRET })
    player = (await players.welcome(0)).player.id
    expect((await accounts.signUp(player, { name: 'Ottilie', password: PASSWORD }, 1)).ok).toBe(
      true,
    )
  })
  afterEach(() => database.close())

  test('gets one new password of two that come with the same old one', async () => {
    const nexts = [NEXT, 'nine stacks of stone']
    const changed = await Promise.all(nexts.map(change))
    expect(changed.filter(({ ok }) => !ok)).toEqual([err({ code: 'wrongPassword' })])
    const signedIn = await Promise.all(nexts.map((next) => accounts.signIn('Ottilie', next, 3)))
    expect(signedIn.map(({ ok }) => ok)).toEqual(changed.map(({ ok }) => ok))
  })

  test.each([
    ['new password', () => change(NEXT)],
    ['recovery codes', () => accounts.renewCodes(player, PASSWORD)],
  ])('gets no %s once it is deleted', async (_, ask) => {
    const asked = whileHashing<unknown>(ask)
    expect((await accounts.remove(player, 2, nothing)).ok).toBe(true)
    expect(await asked).toEqual(err({ code: 'noAccount' }))
    expect([await count('sessions'), await count('recoveryCodes')]).toEqual([0, 0])
  })

  test('gets no recovery codes by a password that has just been changed', async () => {
    const asked = whileHashing(() => accounts.renewCodes(player, PASSWORD))
    // By now the account has been read, and its password waits to be checked.
    await accounts.of({ id: player, name: 'Ottilie' }, 2)
    await database.db.updateTable('credentials').set({ passwordHash: 'another' }).execute()
    expect(await asked).toEqual(err({ code: 'wrongPassword' }))
  })

  test('is not deleted by a password that has just been changed', async () => {
    const deleted = await accounts.delete(player, PASSWORD, 2, async () => {
      expect((await change(NEXT)).ok).toBe(true)
    })
    expect(deleted).toEqual(err({ code: 'wrongPassword' }))
    expect((await accounts.signIn('Ottilie', NEXT, 3)).ok).toBe(true)
  })
})
