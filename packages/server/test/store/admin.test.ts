import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { giveOrder, type Order, readAdminLog, readReports } from '../../src/index.ts'
import { keysOf } from '../../src/players/looks.ts'
import { openDatabase } from '../../src/store/database.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { kept } from '../helpers/kept.ts'
import { beginGame, commandId, GIVEN_TERMS, Page } from '../helpers/page.ts'
import { doTo, pagesOn, peopleOf } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'

const HOUR = 3_600_000

const server = kept(() => startTestServer())
const { guest, member } = pagesOn(() => server)

type Wish<T = Order> = T extends Order ? Omit<T, 'admin' | 'why'> & { why?: string } : never
/** Gives an order beside the running server. */
function order(wish: Wish) {
  const whole = { why: 'Insults', admin: 'root', ...wish } as Order
  return giveOrder(server.source, whole, () => 0)
}
const limit = (page: Page, limitation: 'mute' | 'suspend' | 'close', forMs: number | null = HOUR) =>
  order({ kind: 'limit', limitation, name: page.player.name, forMs })
const lift = (page: Page, limitation: 'mute' | 'suspend' | 'close') =>
  order({ kind: 'lift', limitation, name: page.player.name })
const DONE = { ok: true, value: { ok: true } }
const logOf = async (page: Page) => {
  const log = await readAdminLog(server.source, { name: page.player.name, most: 10 })
  return log.ok ? log.value : expect.fail()
}

describe('the owner, beside a server that runs', () => {
  test('mutes a player, who sees why and until when', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginGame(one, other)
    expect(await limit(one, 'mute')).toMatchObject(DONE)
    expect(await one.send({ type: 'say', game, phrase: 'hello' })).toMatchObject({
      refusal: { code: 'muted' },
    })
    expect(await other.send({ type: 'say', game, phrase: 'hello' })).toMatchObject({ ok: true })
    const [limitation] = (await peopleOf(one)).limitations
    expect(limitation).toMatchObject({ kind: 'mute', why: 'Insults' })
    expect(limitation?.until).toBeGreaterThan(Date.now() + HOUR / 2)
    expect(await lift(one, 'mute')).toMatchObject(DONE)
    expect(await one.send({ type: 'say', game, phrase: 'hello' })).toMatchObject({ ok: true })
    expect(await logOf(one)).toMatchObject([
      { admin: 'root', action: 'limit mute', about: one.player.name, why: 'Insults' },
      { admin: 'root', action: 'lift mute', about: one.player.name },
    ])
  })

  test('means the guest whose name is spelled so, though an older one looks alike', async () => {
    const [older, younger] = [await guest(), await guest()]
    const [key] = keysOf('Вова')
    await server.inStore(async (db) => {
      for (const [{ player }, name, nameKey] of [
        [older, 'Вова', key],
        [younger, 'ВОВА', `${key}#2`],
      ] as const) {
        const set = db.updateTable('players').set({ name, nameKey })
        await set.where('id', '=', player.id).execute()
      }
    })
    expect(
      await order({ kind: 'limit', limitation: 'mute', name: 'ВОВА', forMs: HOUR }),
    ).toMatchObject(DONE)
    const muted = await server.inStore((db) =>
      db
        .selectFrom('limitations')
        .select('player')
        .where('player', 'in', [older.player.id, younger.player.id])
        .execute(),
    )
    expect(muted).toEqual([{ player: younger.player.id }])
  })

  test('keeps a player from beginning games; running games continue', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginGame(one, other)
    const challenge = {
      type: 'challenge',
      id: commandId(),
      terms: GIVEN_TERMS,
      color: 'black',
      isListed: true,
    } as const
    const open = await one.send(challenge)
    expect(await limit(one, 'suspend')).toMatchObject(DONE)
    const timeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 } as const
    const refused = { refusal: { code: 'suspended' } }
    expect(await one.send({ ...challenge, id: commandId() })).toMatchObject(refused)
    expect(await one.send({ type: 'quickPair', id: commandId(), timeControl })).toMatchObject(
      refused,
    )
    const theirs = await other.send({ ...challenge, id: commandId(), isListed: false })
    const take = (page: Page, offered: typeof open) =>
      page.send({
        type: 'acceptChallenge',
        id: commandId(),
        challenge: offered.ok ? offered.challenge.id : expect.fail(),
      })
    expect(await take(one, theirs)).toMatchObject(refused)
    expect(await take(other, open)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
    expect(await one.command(game, 'resign')).toMatchObject({ ok: true })
    expect(await one.command(game, 'offerRematch')).toMatchObject(refused)
    await lift(one, 'suspend')
    expect(await one.command(game, 'offerRematch')).toMatchObject({ ok: true })
  })

  test('keeps nobody from anything for longer than was said', async () => {
    const one = await member()
    await limit(one, 'suspend', 1)
    expect(
      await one.send({
        type: 'challenge',
        id: commandId(),
        terms: GIVEN_TERMS,
        color: 'black',
        isListed: false,
      }),
    ).toMatchObject({ ok: true })
    expect((await peopleOf(one)).limitations).toEqual([])
  })

  test('closes an account: nobody gets in, and a player with the password reads why', async () => {
    const one = await member()
    const { name } = one.player
    const codes = await post(one, 'codes', { password: PASSWORD })
    expect(await limit(one, 'close', null)).toMatchObject(DONE)
    await expect.poll(() => one.socket.connected).toBe(false)
    expect((await post(one, 'codes', { password: PASSWORD })).status).toBe(401)
    const nowhere = new Page(server.url)
    const closed = { status: 403, refusal: { code: 'accountClosed', why: 'Insults' } }
    expect(await post(nowhere, 'sign-in', { name, password: PASSWORD })).toMatchObject(closed)
    const wrong = await post(nowhere, 'sign-in', { name, password: 'not this one' })
    expect(wrong.refusal).toEqual({ code: 'wrongSignIn' })
    const [code] = (codes.body as { codes: string[] }).codes
    const recovered = await post(nowhere, 'recover', { name, code, password: 'another password' })
    expect(recovered).toMatchObject(closed)
    expect(await lift(one, 'close')).toMatchObject(DONE)
    expect((await post(nowhere, 'sign-in', { name, password: PASSWORD })).status).toBe(200)
    // The attempt on the closed account did not use up the code.
    const again = await post(nowhere, 'recover', { name, code, password: 'another password' })
    expect(again.status).toBe(200)
  })

  test('gives another name by the rules for names, look-alikes refused', async () => {
    const [one] = [await member('Rude Person'), await member('Pauline')]
    const rename = (next: string) => order({ kind: 'rename', name: one.player.name, next })
    for (const [next, code] of [
      ['Pauline', 'nameTaken'],
      ['Pau1ine', 'nameTaken'],
      ['Раuline', 'nameCharacters'],
      ['admin', 'nameReserved'],
      ['<b>', 'nameCharacters'],
    ] as const) {
      expect(await rename(next)).toEqual({ ok: true, value: { ok: false, code } })
    }
    expect(await rename('Kind Person')).toMatchObject(DONE)
    await one.hear('renamed', ({ player }) => player.name === 'Kind Person')
    // An admin may rename again straight away; only players have to wait a month.
    one.player = { ...one.player, name: 'Kind Person' }
    expect(await rename('Kinder Person')).toMatchObject(DONE)
    const log = await readAdminLog(server.source, { name: 'Kinder Person', most: 10 })
    expect(log).toMatchObject({ value: [{ outcome: 'now Kind Person' }, { about: 'Kind Person' }] })
  })

  test('answers a report once', async () => {
    const [one, other] = [await member(), await member()]
    await doTo(one, 'report', { player: other.player.id, reason: 'name', words: '' })
    const reports = await readReports(server.source, { all: false, most: 100 })
    const number = reports.ok ? (reports.value.at(-1)?.number ?? 0) : 0
    expect(await order({ kind: 'answer', report: number, why: 'Nothing wrong' })).toMatchObject(
      DONE,
    )
    expect(await order({ kind: 'answer', report: number })).toMatchObject({
      value: { code: 'answered' },
    })
    expect(await order({ kind: 'answer', report: 999_999 })).toMatchObject({
      value: { code: 'unknownReport' },
    })
    const open = await readReports(server.source, { all: false, most: 100 })
    expect(open.ok && open.value.some((report) => report.number === number)).toBe(false)
  })

  test('says what cannot be done, and writes nothing of it into the log', async () => {
    const one = await member()
    expect(await lift(one, 'mute')).toMatchObject({ value: { code: 'notLimited' } })
    expect(
      await order({ kind: 'limit', limitation: 'mute', name: 'Nobody Here', forMs: 1 }),
    ).toMatchObject({
      value: { code: 'unknownPlayer' },
    })
    expect(await logOf(one)).toEqual([])
  })

  test('disturbs nobody: games go on while orders come in', async () => {
    const [one, other] = [await member(), await member()]
    const orders = Array.from({ length: 5 }, () => limit(one, 'mute'))
    for (let n = 0; n < 5; n++) {
      const game = await beginGame(one, other)
      expect(await one.command(game, 'resign')).toMatchObject({ ok: true })
      for (const page of [one, other]) await page.send({ type: 'closeGame', game })
    }
    for (const done of await Promise.all(orders)) expect(done).toMatchObject(DONE)
  })

  test('carries out each order once, even if the server restarts in between', async () => {
    const one = await member()
    await limit(one, 'mute')
    await server.restart()
    expect(await logOf(one)).toHaveLength(1)
  })
})

describe('the owner, where no server runs', () => {
  test('does the same by the command itself, in a SQLite file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hokito-admin-'))
    const source = { databaseFile: join(folder, 'hokito.db'), databaseUrl: undefined }
    const wish: Order = {
      kind: 'limit',
      limitation: 'mute',
      name: 'anna',
      forMs: 1,
      why: 'x',
      admin: 'root',
    }
    expect(await giveOrder(source, wish, () => 5)).toEqual({
      ok: false,
      error: { code: 'sourceMissing' },
    })
    const database = await openDatabase(source.databaseFile)
    await database.db
      .insertInto('players')
      .values({ id: 'annaannaanna' as never, name: 'anna', nameKey: 'anna', createdAt: 0 })
      .execute()
    await database.close()
    expect(await giveOrder(source, wish, () => 5)).toMatchObject(DONE)
    expect(await readAdminLog(source, { name: undefined, most: 10 })).toMatchObject({
      value: [{ at: 5, about: 'anna', action: 'limit mute' }],
    })
    await rm(folder, { recursive: true })
  })
})
