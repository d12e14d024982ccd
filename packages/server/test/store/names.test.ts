import { beforeAll, describe, expect, test } from 'vitest'
import { Sqlite } from '../../src/store/sqlite.ts'
import { kept } from '../helpers/kept.ts'
import { Page, pairUp } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { ON_POSTGRES, startTestServer } from '../helpers/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = kept(() => startTestServer())
const { pages, guest } = pagesOn(() => server)

async function rename(page: Page, name: string): Promise<string> {
  const reply = await page.send({ type: 'rename', name })
  return reply.ok ? 'ok' : reply.refusal.code
}

/** Two players with a common game, which contains their names. */
async function players(): Promise<readonly [Page, Page]> {
  const { black, white } = await pairUp(server.url)
  pages.push(black, white)
  return [black, white]
}

describe('S6: beside Anna', () => {
  let impostor: Page

  beforeAll(async () => {
    const anna = await Page.open(server.url)
    expect(await rename(anna, 'Anna')).toBe('ok')
    anna.close()
  })

  test.each([
    ['an invisible Hangul letter', 'A\u1160nna', 'nameCharacters'],
    ['another', 'Anna\u115F', 'nameCharacters'],
    ['a Cherokee letter', 'Ꭺnna', 'nameCharacters'],
    ['a Latin alpha', 'ɑnna', 'nameCharacters'],
    ['a small capital', 'ᴀnna', 'nameCharacters'],
    ['another small capital', 'Aɴna', 'nameCharacters'],
    ['an Armenian letter', 'Annա', 'nameCharacters'],
    ['a Cyrillic letter', 'Аnna', 'nameCharacters'],
    ['marks on marks', `Anna${'\u0301'.repeat(20)}`, 'nameCharacters'],
    ['nothing but invisible letters', '\u1160\u115F\u3164', 'nameCharacters'],
    ['an administrator with a Cherokee letter', 'Ꭺdmin', 'nameCharacters'],
    ['a moderator with a hole', 'mod\u1160erator', 'nameCharacters'],
    ['the site with a small capital', 'Hᴏkito', 'nameCharacters'],
    ['the site in Greek', 'Ηοκιτο', 'nameReserved'],
    ['Greek capitals', 'ΑΝΝΑ', 'nameTaken'],
    ['capitals of full width', 'ＡＮＮＡ', 'nameTaken'],
    ['letters of mathematics', '𝐀𝐧𝐧𝐚', 'nameTaken'],
    ['accents', 'Ánnà', 'nameTaken'],
    ['points', 'A.n.n.a', 'nameTaken'],
    ['a digit', '4nna', 'nameCharacters'],
    ['a digit within', 'Ann4', 'nameTaken'],
  ])('%s is refused over the socket', async (_, name, code) => {
    impostor = await guest()
    expect(await rename(impostor, name)).toBe(code)
    expect((await impostor.send({ type: 'rename', name: impostor.player.name })).ok).toBe(true)
  })

  test.each(['Hanna', 'Анна', 'Άννα Μαρία', 'אנה', 'アンナ', 'Annabella'])(
    '%s is welcome',
    async (name) => {
      expect(await rename(await guest(), name)).toBe('ok')
    },
  )

  test('a name whose capitals look like another keeps that other from being taken', async () => {
    expect(await rename(await guest(), 'ΒΑΝΥ')).toBe('ok')
    expect(await rename(await guest(), 'Bany')).toBe('nameTaken')
    expect(await rename(await guest(), 'βανυ')).toBe('nameTaken')
  })
})

describe('S6: a name that was given up', () => {
  test('is held for its former holder while games show it, and the holder can take it back straight away', async () => {
    const [holder] = await players()
    expect(await rename(holder, 'Ottilie')).toBe('ok')
    expect(await rename(holder, 'Somebody Else')).toBe('ok')
    expect(await rename(await guest(), 'Ottilie')).toBe('nameTaken')
    expect(await rename(await guest(), 'OTT1LIE')).toBe('nameTaken')
    expect(await rename(holder, 'Ottilie')).toBe('ok')
  })

  test('is free after 90 days', async () => {
    const [holder] = await players()
    expect(await rename(holder, 'Kunigunde')).toBe('ok')
    expect(await rename(holder, 'Not Kuni')).toBe('ok')
    server.advance(89 * DAY)
    expect(await rename(await guest(), 'Kunigunde')).toBe('nameTaken')
    server.advance(2 * DAY)
    expect(await rename(await guest(), 'Kunigunde')).toBe('ok')
  })

  test('is free straight away if its holder has played no game', async () => {
    const holder = await guest()
    expect(await rename(holder, 'Walburga')).toBe('ok')
    expect(await rename(holder, 'Not Walburga')).toBe('ok')
    expect(await rename(await guest(), 'Walburga')).toBe('ok')
  })

  test('is held among the last three of a player only', async () => {
    const [holder] = await players()
    for (const name of ['Name One', 'Name Two', 'Name Three', 'Name Four', 'Name Five']) {
      expect(await rename(holder, name)).toBe('ok')
      server.advance(HOUR)
    }
    expect(await rename(await guest(), 'Name One')).toBe('ok')
    expect(await rename(await guest(), 'Name Two')).toBe('nameTaken')
    expect(await rename(await guest(), 'Name Four')).toBe('nameTaken')
  })
})

describe('S7: a player', () => {
  test('changes the name three times an hour, and hears when to come again', async () => {
    const page = await guest()
    for (const name of ['First of Hour', 'Second of Hour', 'Third of Hour']) {
      expect(await rename(page, name)).toBe('ok')
    }
    const reply = await page.send({ type: 'rename', name: 'Fourth of Hour' })
    if (reply.ok) expect.fail('a fourth name in an hour')
    expect(reply.refusal.code).toBe('renameTooSoon')
    expect(reply.refusal.retryAfterMs).toBeGreaterThan(0)
    expect(reply.refusal.retryAfterMs).toBeLessThanOrEqual(HOUR)
    server.advance(reply.refusal.retryAfterMs ?? 0)
    expect(await rename(page, 'Fourth of Hour')).toBe('ok')
  })

  test('and ten times a day, also across a restart', async () => {
    const page = await guest()
    for (let count = 0; count < 10; count++) {
      expect(await rename(page, `Name ${String.fromCharCode(98 + count)} of Day`)).toBe('ok')
      server.advance(HOUR)
    }
    expect(await rename(page, 'Eleventh of Day')).toBe('renameTooSoon')
    page.close()
    await server.restart()
    await page.connect()
    expect(await rename(page, 'Eleventh of Day')).toBe('renameTooSoon')
    server.advance(14 * HOUR)
    expect(await rename(page, 'Eleventh of Day')).toBe('ok')
  })

  test('changes it once at a time', async () => {
    const page = await guest()
    const names = ['Many at Once', 'Even at Once', 'Last at Once', 'More at Once']
    const codes = await Promise.all(names.map((name) => rename(page, name)))
    expect(codes).toEqual(['ok', 'tooMany', 'tooMany', 'tooMany'])
  })

  test('has a name that nobody else gets at the same moment', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, () => guest()))
    const codes = await Promise.all(many.map((page) => rename(page, 'Wanted by All')))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'nameTaken')).toHaveLength(24)
  })

  test('spends none of them on the name that is there already, or on one that is refused', async () => {
    const page = await guest()
    for (let count = 0; count < 5; count++) {
      expect(await rename(page, page.player.name)).toBe('ok')
      expect(await rename(page, 'Admin')).toBe('nameReserved')
      expect(await rename(page, 'Anna')).toBe('nameTaken')
    }
    expect(await rename(page, 'A Name at Last')).toBe('ok')
  })
})

test('S6: keys of names from before are made again at the start, and the older account keeps its own', async () => {
  const old = await startTestServer()
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => Page.open(old.url)))
  if (!first || !second || !third) throw new Error('no pages')
  for (const page of [first, second, third]) page.close()
  const before = [
    { id: first.player.id, name: 'Вова', nameKey: 'some', createdAt: 1 },
    { id: second.player.id, name: 'Boba', nameKey: 'other', createdAt: 2 },
    { id: third.player.id, name: 'ВОВА', nameKey: 'key', createdAt: 3 },
  ]
  await old.inStore(async (db) => {
    for (const { id, ...stored } of before) {
      await db.updateTable('players').set(stored).where('id', '=', id).execute()
    }
    await db.deleteFrom('facts').where('name', '=', 'nameKeys').execute()
  })

  await old.restart()
  await Promise.all([first, second, third].map((page) => page.connect()))
  expect((await third.hear('welcome', ({ player }) => player.name === 'ВОВА')).player.name).toBe(
    'ВОВА',
  )
  const impostor = await Page.open(old.url)
  expect(await impostor.send({ type: 'rename', name: 'BOBA' })).toMatchObject({
    refusal: { code: 'nameTaken' },
  })
  // Giving up one of the older lookalike names does not free it for others.
  expect(await second.send({ type: 'rename', name: 'Bobina' })).toMatchObject({ ok: true })
  expect(await impostor.send({ type: 'rename', name: 'BOBA' })).toMatchObject({
    refusal: { code: 'nameTaken' },
  })
  for (const page of [first, second, third, impostor]) page.close()
  const after = await old.inStore((db) =>
    db
      .selectFrom('players')
      .select('nameKey')
      .where('createdAt', '<', 4)
      .orderBy('createdAt')
      .execute(),
  )
  expect(after.map(({ nameKey }) => nameKey)).toEqual(['boba', 'bobina', 'boba#3'])
  await old.close()
})

test.skipIf(ON_POSTGRES)('S6: a name that is no text prevents no start', async () => {
  const old = await startTestServer()
  const page = await Page.open(old.url)
  page.close()
  const sqlite = new Sqlite(old.databaseFile)
  sqlite.prepare("update players set name=x'00ff', nameKey=x'00ff' where id=?").run(page.player.id)
  sqlite.prepare("delete from facts where name='nameKeys'").run()
  sqlite.close()
  await old.restart()
  const other = await Page.open(old.url)
  expect(await other.send({ type: 'rename', name: 'Anna' })).toMatchObject({ ok: true })
  other.close()
  await old.close()
})
