import { type ClassId, classIdSchema, NAMES_SHOWN, type PlayerId } from '@hokito/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach, describeOnPostgres } from '../../test/helpers/databases.ts'
import { playerId } from '../../test/helpers/ids.ts'
import { createTestDatabase } from '../../test/helpers/postgres.ts'
import { addCredentials } from '../players/credentials.ts'
import { refreshNameKeys } from '../players/key-refresh.ts'
import { keysOf } from '../players/looks.ts'
import { giveName } from '../players/name-keys.ts'
import { checkName } from '../players/names.ts'
import { type Columns, POSTGRES_COLUMNS, SQLITE_COLUMNS } from '../store/columns.ts'
import { type Database, IN_MEMORY, openDatabase } from '../store/database.ts'
import { migrate, type Steps, stepsFor } from '../store/migrations.ts'
import { openPostgres } from '../store/postgres.ts'
import { namesBeginning } from './names-beginning.ts'

const CLASS = classIdSchema.parse('closedclass1')
const OPEN_CLASS = classIdSchema.parse('openclass123')

let database: Database
let made = 0

async function guest(name: string): Promise<PlayerId> {
  const id = playerId(`player${made++}x`)
  const [nameKey] = keysOf(name)
  await database.db.insertInto('players').values({ id, name, nameKey, createdAt: 0 }).execute()
  return id
}

async function account(name: string): Promise<PlayerId> {
  const player = await guest(name)
  await addCredentials(database.db, { player, createdAt: 0, passwordHash: '' })
  return player
}

async function pupil(name: string, of: ClassId): Promise<PlayerId> {
  const player = await account(name)
  const row = { class: of, since: 0, progressJson: '{}', isOffered: 0 }
  await database.db
    .insertInto('pupils')
    .values({ player, ...row })
    .execute()
  return player
}

/** Confirms a teacher with a class. */
async function teacher(name: string, id: ClassId, isOpen: 0 | 1): Promise<PlayerId> {
  const player = await account(name)
  await database.db.insertInto('teachers').values({ player, since: 0 }).execute()
  const row = { id, teacher: player, name, isOpen, createdAt: 0 }
  await database.db.insertInto('classes').values(row).execute()
  return player
}

/** Letters that do not look alike. */
const LETTERS = 'abcdefghjkop'

/** Names that begin alike, in the order of the alphabet. */
const many = (count: number, beginning: string) =>
  Array.from({ length: count }, (_, index) => {
    const letters = [144, 12, 1].map((place) => LETTERS[Math.floor(index / place) % 12])
    return `${beginning} ${letters.join('')}`
  })

async function find(letters: string, asker?: PlayerId): Promise<readonly string[]> {
  const found = await namesBeginning(database.db, letters, { asker, now: 1 })
  return found.map(({ name }) => name)
}

describeOnEach('names that begin with some letters', (open) => {
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test('are found behind any number of guests', async () => {
    const names = many(1500, 'Quick')
    const rows = names.map((name, n) => {
      return { id: playerId(`guest${n}x`), name, nameKey: keysOf(name)[0], createdAt: 0 }
    })
    await database.db.insertInto('players').values(rows).execute()
    await account('Quick zzz')
    expect(await find('quick')).toEqual(['Quick zzz'])
  })

  test('are found behind any number of pupils of closed classes, who find each other', async () => {
    const mistress = await teacher('Mistress', CLASS, 0)
    const pupils: PlayerId[] = []
    const names = many(5 * NAMES_SHOWN, 'Quill')
    for (const name of names) pupils.push(await pupil(name, CLASS))
    const stranger = await account('Quill zzz')
    for (const asker of [undefined, stranger]) {
      expect(await find('quill', asker)).toEqual(['Quill zzz'])
    }
    for (const asker of [mistress, pupils[0]]) {
      expect(await find('quill', asker)).toEqual(names.slice(0, NAMES_SHOWN))
    }
    expect(await find('quill zz', mistress)).toEqual(['Quill zzz'])
    expect(await find('quill zz', pupils[0])).toEqual([])
    expect(await find('mistr', pupils[0])).toEqual(['Mistress'])
  })

  test('are those of pupils of open classes, too', async () => {
    await teacher('Mistress', OPEN_CLASS, 1)
    const anna = await pupil('Quinta', OPEN_CLASS)
    const stranger = await account('Quintus')
    for (const asker of [undefined, anna, stranger]) {
      expect(await find('quint', asker)).toEqual(['Quinta', 'Quintus'])
    }
  })

  test('are found behind any number of players who have blocked the asker', async () => {
    const asker = await account('Otto')
    for (const name of many(5 * NAMES_SHOWN, 'Quark')) {
      const player = await account(name)
      await database.db.insertInto('blocks').values({ player, blocked: asker, at: 0 }).execute()
    }
    await account('Quark zzz')
    expect(await find('quark', asker)).toEqual(['Quark zzz'])
  })

  test('are found behind names whose letter looks like the last two', async () => {
    for (const name of many(5 * NAMES_SHOWN, 'Ama')) await account(name)
    await account('Ама по-русски')
    await account('Arno')
    expect(await find('ar')).toEqual(['Arno'])
    expect(await find('arno')).toEqual(['Arno'])
  })

  test('are the present ones', async () => {
    const id = await account('Quentin')
    const former = { id, name: 'Quentin', nameKey: 'quentin' }
    const next = checkName('Xaver')
    if (!next.ok) return expect.fail(next.error)
    await giveName(database.db, former, next.value, 0)
    expect(await find('quentin')).toEqual([])
    expect(await find('xav')).toEqual(['Xaver'])
  })

  test('are found by their keys of today', async () => {
    await account('Quentin')
    for (const table of ['players', 'credentials'] as const) {
      await database.db.updateTable(table).set({ nameKey: 'former' }).execute()
    }
    await refreshNameKeys(database)
    expect(await find('quentin')).toEqual(['Quentin'])
  })
})

/** Makes an account with the schema before accounts had keys, and upgrades it. */
async function upgrade(open: (before: Steps) => Promise<Database>, columns: Columns) {
  const { '0036-account-names': _, ...before } = stepsFor(columns)
  database = await open(before)
  const player = await guest('Quentin')
  await sql`
    insert into credentials (player, "createdAt", "passwordHash") values (${player}, 0, '')
  `.execute(database.db)
  await migrate(database.db, stepsFor(columns), true)
  expect(await find('quentin')).toEqual(['Quentin'])
  await database.close()
}

test('accounts of an earlier version are found by their letters', () =>
  upgrade((before) => openDatabase(IN_MEMORY, before), SQLITE_COLUMNS))

describeOnPostgres('on PostgreSQL', () => {
  test('accounts of an earlier version are found by their letters', async () => {
    const { url, drop } = await createTestDatabase('nothing')
    await upgrade((before) => openPostgres(url, undefined, false, before), POSTGRES_COLUMNS)
    await drop()
  })
})
