import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAt, type PlayerId, type TournamentId, type TournamentKind } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Accounts } from '../../src/accounts/accounts.ts'
import { LINK_MS, Links, putAddress } from '../../src/accounts/mail-store.ts'
import { Cleanup } from '../../src/cleanup.ts'
import { SYSTEM_CHANCE } from '../../src/ground/chance.ts'
import { hashLink } from '../../src/ground/mail-link.ts'
import { refreshNameKeys } from '../../src/players/key-refresh.ts'
import { Players } from '../../src/players/players.ts'
import { type Database, integrityErrorsOf, openDatabase } from '../../src/store/database.ts'
import { RowReader } from '../../src/store/row-reader.ts'
import type { Tables } from '../../src/store/schema.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { addArenaPlayer } from '../../src/tournaments/arena-store.ts'
import { challengeId } from '../helpers/ids.ts'

const rows = new RowReader(({ table }) => expect.fail(table))

const DAY = 86_400_000

let folder: string
let file: string
let database: Database
let players: Players

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-cleanup-'))
  file = join(folder, 'hokito.db')
  database = await openDatabase(file)
  players = new Players({ database, rows, chance: SYSTEM_CHANCE, secret: 's'.repeat(32) })
})
afterEach(async () => {
  expect(integrityErrorsOf(file)).toEqual([])
  await database.close()
  await rm(folder, { recursive: true })
})

async function count(table: keyof Tables): Promise<number> {
  const row = await database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

async function isKnown(player: PlayerId): Promise<boolean> {
  const row = await database.db
    .selectFrom('players')
    .select('id')
    .where('id', '=', player)
    .executeTakeFirst()
  return row !== undefined
}

async function play(black: PlayerId, white: PlayerId): Promise<void> {
  const row = { black, white, createdAt: 0, secret: null, endedAt: 1, damage: null }
  await database.db
    .insertInto('games')
    .values({ id: SYSTEM_CHANCE.fresh().id, ...row })
    .execute()
}

test('S16: guests who never played and have not been seen for 30 days are deleted, and nobody else', async () => {
  const [absent, playing, opponent, offering, returning, present, daily] = await Promise.all(
    Array.from({ length: 7 }, () => players.welcome(0)),
  )
  if (!absent || !playing || !opponent || !offering || !returning || !present) throw new Error()
  if (!daily) throw new Error()
  await database.db
    .insertInto('dailyTries')
    .values({
      day: dayAt(Date.UTC(2027, 0, 1)),
      level: 1,
      player: daily.player.id,
      margin: 1,
      moves: 'a1a2',
      at: 1,
    })
    .execute()
  await players.rename(absent.player.id, 'Ottilie', 1)
  await play(playing.player.id, opponent.player.id)
  await database.db
    .insertInto('challenges')
    .values({ id: challengeId('c'), player: offering.player.id, createdAt: 0, challengeJson: '{}' })
    .execute()
  await players.recognise(returning.token, 20 * DAY)
  const young = await players.welcome(10 * DAY)
  const cleanup = new Cleanup(database, new Set([present.player.id]))

  await cleanup.run(30 * DAY - 1)
  expect(await count('players')).toBe(8)

  await cleanup.run(31 * DAY)
  expect(await isKnown(absent.player.id)).toBe(false)
  expect(await players.recognise(absent.token, 31 * DAY)).toBeUndefined()
  for (const { player } of [playing, opponent, offering, returning, present, daily, young]) {
    expect(await isKnown(player.id)).toBe(true)
  }
  const other = await players.rename(young.player.id, 'Ottilie', 31 * DAY)
  expect(other).toMatchObject({ ok: true })
})

test('S16: an account is not deleted, however long its player is away; a deleted player’s name stays blocked', async () => {
  const secret = 's'.repeat(32)
  const accounts = new Accounts({
    database,
    rows,
    sessions: players.sessions,
    chance: SYSTEM_CHANCE,
    secret,
  })
  const [kept, left] = await Promise.all([players.welcome(0), players.welcome(0)])
  const password = 'seven stacks of stone'
  expect((await accounts.signUp(kept.player.id, { name: 'Ottilie', password }, 1)).ok).toBe(true)
  expect((await accounts.signUp(left.player.id, { name: 'Kunigunde', password }, 1)).ok).toBe(true)
  const cleanup = new Cleanup(database, new Set())
  await accounts.delete(left.player.id, password, 31 * DAY, async () => undefined)
  await cleanup.run(40 * DAY)
  expect(await isKnown(kept.player.id)).toBe(true)
  const { player } = await players.welcome(40 * DAY)
  expect(await players.rename(player.id, 'Kunigunde', 40 * DAY)).toMatchObject({ ok: false })
  await cleanup.run(122 * DAY)
  expect(await isKnown(kept.player.id)).toBe(true)
  await cleanup.run(122 * DAY)
  expect(await isKnown(left.player.id)).toBe(false)
})

test('S16: a player who is connected to another node is not deleted, however long ago they came', async () => {
  const guests = await Promise.all(Array.from({ length: 600 }, () => players.welcome(0)))
  const [device] = guests
  const elsewhere = new Cleanup(database, new Set(guests.map(({ player }) => player.id)))
  const here = new Cleanup(database, new Set())
  await elsewhere.noteConnected(29 * DAY)
  await elsewhere.noteConnected(29 * DAY)
  for (let run = 0; run < 3; run++) await here.run(31 * DAY)
  expect(await count('players')).toBe(600)
  expect(await players.recognise(device?.token, 31 * DAY)).toEqual(device?.player)
})

test('S16: sessions that have ended are deleted; who has played stays for the games', async () => {
  const [one, other] = await Promise.all([players.welcome(0), players.welcome(0)])
  await play(one.player.id, other.player.id)
  const cleanup = new Cleanup(database, new Set())
  await players.recognise(other.token, 300 * DAY)
  await cleanup.run(366 * DAY)
  expect(await count('sessions')).toBe(1)
  expect(await count('players')).toBe(2)
  expect(await players.recognise(one.token, 366 * DAY)).toBeUndefined()
  expect(await players.recognise(other.token, 366 * DAY)).toEqual(other.player)
})

test('S16: names that are held no longer and changes of name that count no longer are deleted', async () => {
  const [one, other] = await Promise.all([players.welcome(0), players.welcome(0)])
  await play(one.player.id, other.player.id)
  await players.rename(one.player.id, 'Ottilie', 0)
  await players.rename(one.player.id, 'Kunigunde', 1)
  expect(await count('heldKeys')).toBe(2)
  expect(await count('renames')).toBe(2)
  const cleanup = new Cleanup(database, new Set([one.player.id, other.player.id]))
  await cleanup.run(2 * DAY)
  expect([await count('heldKeys'), await count('renames')]).toEqual([2, 0])
  await cleanup.run(91 * DAY)
  expect(await count('heldKeys')).toBe(0)
})

test('S16: many are deleted in parts, each of a bounded size', async () => {
  insertPlayers(1700)
  const cleanup = new Cleanup(database, new Set())
  const left: number[] = []
  for (let run = 0; run < 5; run++) {
    await cleanup.run(31 * DAY)
    left.push(await count('players'))
  }
  expect(left).toEqual([1200, 700, 200, 0, 0])
})

test.each([
  ['witnesses', (n: number) => `('${n}', '', 0)`, '(connection, token, at)'],
  ['signOuts', (n: number) => `('${n}', 0)`, '(player, at)'],
  ['orders', () => `(0, '{}')`, '(at, "orderJson")'],
  [
    'teachRequests',
    (n: number) => `('${n}', 0, 'school', '', 0)`,
    '(player, at, purpose, school, "answeredAt")',
  ],
] as const)('S16: many %s are deleted in parts, too', async (table, rowOf, columns) => {
  const sqlite = new Sqlite(file)
  const rows = Array.from({ length: 1200 }, (_, n) => rowOf(n))
  sqlite.exec(`insert into "${table}" ${columns} values ${rows.join()}`)
  sqlite.close()
  const cleanup = new Cleanup(database, new Set())
  const left: number[] = []
  for (let run = 0; run < 3; run++) {
    await cleanup.run(400 * DAY)
    left.push(await count(table))
  }
  // Those to teach have no accounts either, so they go twice as fast.
  expect(left[0]).toBeGreaterThan(0)
  expect(left[2]).toBe(0)
})

test('S6: keys of 100,000 names that all look alike are made again, each once', async () => {
  insertPlayers(100_000)
  await refreshNameKeys(database)
  const keys = await database.db
    .selectFrom('players')
    .select('nameKey')
    .where('createdAt', '<', 3)
    .orderBy('createdAt')
    .execute()
  expect(keys.map(({ nameKey }) => nameKey)).toEqual(['anna', 'anna#2', 'anna#3'])
  const guest = await players.welcome(0)
  expect(await players.rename(guest.player.id, 'Anna', 0)).toMatchObject({ ok: false })
})

/** Inserted as rows, because making them one by one takes long. */
function insertPlayers(howMany: number): void {
  const sqlite = new Sqlite(file)
  const insert = sqlite.prepare(
    'insert into players (id, name, nameKey, createdAt) values (?, ?, ?, ?)',
  )
  sqlite.transaction(() => {
    for (let number = 0; number < howMany; number++) {
      insert.run(`player${number}`, 'Anna', `old ${number}`, number)
    }
  })()
  sqlite.close()
}

test('S16: tournaments to which nobody came are deleted a day after, and no others', async () => {
  const { player } = await players.welcome(0)
  interface Made {
    readonly kind?: TournamentKind
    readonly entered?: number
    readonly round: number
    readonly endedAt: number | null
  }
  const make = async (id: string, { kind = 'swiss', entered = 1, ...values }: Made) => {
    const tournament = id.padEnd(12, 'x') as TournamentId
    await database.db
      .insertInto('tournaments')
      .values({
        ...{ id: tournament, kind, entered, maker: player.id, termsJson: '{}', rounds: 3 },
        ...{ createdAt: 0, startsAt: 1, ...values },
      })
      .execute()
    const entry = { tournament, player: player.id, at: 0 }
    await database.db
      .insertInto('tournamentEntries')
      .values({ ...entry, rating: 1500, outAt: null })
      .execute()
    if (kind === 'arena') {
      await database.transact((transaction) => addArenaPlayer(transaction, entry))
    }
    return tournament
  }
  await make('empty', { round: 0, endedAt: 1 })
  await make('robin', { kind: 'roundRobin', round: 0, endedAt: 1 })
  await make('alone', { kind: 'arena', round: 1, endedAt: 1 })
  const arena = await make('arena', { kind: 'arena', entered: 2, round: 1, endedAt: 1 })
  const kept = [
    arena,
    await make('late', { round: 0, endedAt: DAY }),
    await make('open', { round: 0, endedAt: null }),
    await make('played', { round: 1, endedAt: 1 }),
  ]
  await new Cleanup(database, new Set()).run(2 * DAY)
  const rows = await database.db.selectFrom('tournaments').select('id').execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  const entries = await database.db.selectFrom('tournamentEntries').select('tournament').execute()
  expect(entries.map(({ tournament }) => tournament).toSorted()).toEqual(kept.toSorted())
  const joined = await database.db.selectFrom('arenaPlayers').select('tournament').execute()
  expect(joined).toEqual([{ tournament: arena }])
})

test('what players were reminded of goes with the games, and not before', async () => {
  const [black, white] = await Promise.all([players.welcome(0), players.welcome(0)])
  if (!black || !white) throw new Error()
  for (let n = 0; n < 2; n++) await play(black.player.id, white.player.id)
  const keys = await database.db.selectFrom('games').select('key').orderBy('key').execute()
  const [running, over] = keys.map(({ key }) => key)
  if (running === undefined || over === undefined) throw new Error()
  await database.db
    .insertInto('deadlines')
    .values({ game: running, at: 2 * DAY })
    .execute()
  for (const game of [running, over]) {
    await database.db
      .insertInto('reminders')
      .values({ game, ply: 1, deadline: 2 * DAY })
      .execute()
  }
  await new Cleanup(database, new Set()).run(DAY)
  const kept = await database.db.selectFrom('reminders').select('game').execute()
  expect(kept).toEqual([{ game: running }])
})

test('games that house bots played for visitors are deleted a day after, and no others', async () => {
  const ids: PlayerId[] = []
  for (let n = 0; n < 3; n++) {
    const { player } = (await players.welcome(0)) ?? expect.fail()
    ids.push(player.id)
  }
  const [one, other, person] = ids as [PlayerId, PlayerId, PlayerId]
  for (const [n, player] of [one, other].entries()) {
    await database.db
      .insertInto('bots')
      .values({ player, since: 0, level: 3 + n })
      .execute()
  }
  await play(one, other)
  await play(person, one)
  await play(other, person)
  const heads = () => database.db.selectFrom('games').select(['key', 'black', 'white'])
  for (const { key: game } of await heads().execute()) {
    const event = { game, version: 1, command: null, eventJson: '{}' }
    await database.db.insertInto('events').values(event).execute()
    await database.db.insertInto('unexplored').values({ game }).execute()
  }
  const cleanup = new Cleanup(database, new Set())
  await cleanup.run(DAY)
  expect(await heads().execute()).toHaveLength(3)
  await cleanup.run(2 * DAY)
  const kept = await heads().orderBy('key').execute()
  expect(kept.map(({ black, white }) => [black, white])).toEqual([
    [person, one],
    [other, person],
  ])
  expect(await database.db.selectFrom('events').select('game').execute()).toHaveLength(2)
})

test('links in letters that are good no more, addresses without an account, and what went there, are deleted', async () => {
  const { player } = await players.welcome(0)
  const accounts = new Accounts({
    database,
    rows,
    sessions: players.sessions,
    chance: SYSTEM_CHANCE,
    secret: 's'.repeat(32),
  })
  await accounts.signUp(player.id, { name: 'Ottilie', password: 'seven stacks of stone' }, 0)
  const links = new Links('s'.repeat(32))
  const gone = (await players.welcome(0)).player.id
  for (const owner of [player.id, gone]) {
    const linked = { player: owner, address: 'a@example.org', language: 'en' } as const
    await putAddress(database.db, linked, 0)
    await links.make(database.db, 'confirm', linked, 0)
    await links.make(database.db, 'recover', linked, 0)
    const wish = { player: owner, hash: hashLink(owner, 'x'), since: 0, turnsAt: null }
    await database.db
      .insertInto('gameLetters')
      .values({ ...wish, dayAt: 0, countOfDay: 0 })
      .execute()
  }
  await new Cleanup(database, new Set()).run(LINK_MS.recover)
  const kinds = await database.db.selectFrom('mailLinks').select('kind').execute()
  expect(kinds).toEqual([{ kind: 'confirm' }, { kind: 'confirm' }])
  const addresses = await database.db.selectFrom('mailAddresses').select('player').execute()
  expect(addresses).toEqual([{ player: player.id }])
  const wishes = await database.db.selectFrom('gameLetters').select('player').execute()
  expect(wishes).toEqual([{ player: player.id }])
  await new Cleanup(database, new Set()).run(LINK_MS.confirm)
  expect(await database.db.selectFrom('mailLinks').select('kind').execute()).toEqual([])
})
