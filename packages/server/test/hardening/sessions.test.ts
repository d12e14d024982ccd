import { type PlayerId, sessionReplySchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { kept } from '../helpers/kept.ts'
import { Page } from '../helpers/page.ts'
import { startTestServer } from '../helpers/server.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const YEAR_SECONDS = 31_536_000

const server = kept(() => startTestServer())

/** The player of a cookie, and the cookie that the server sets. */
async function ask(cookie: string): Promise<{ player: PlayerId; set: string | undefined }> {
  const headers = cookie === '' ? {} : { cookie }
  const response = await fetch(`${server.url}/api/session`, { method: 'POST', headers })
  const { player } = sessionReplySchema.parse(await response.json())
  return { player: player.id, set: response.headers.getSetCookie()[0] }
}

function cookieOf(set: string | undefined): string {
  return set?.split(';')[0] ?? ''
}

/** A player with an account, because the server may delete a guest who is away for a month. */
async function newcomer(): Promise<{ player: PlayerId; cookie: string }> {
  const { player, set } = await ask('')
  await server.inStore((db) =>
    db
      .insertInto('credentials')
      .values({ player, createdAt: 0, passwordHash: '', nameKey: player, renamedAt: null })
      .execute(),
  )
  return { player, cookie: cookieOf(set) }
}

async function canConnect(cookie: string): Promise<boolean> {
  const page = new Page(server.url)
  page.cookie = cookie
  try {
    await page.connect()
    return true
  } catch {
    // The refusal is the result.
    return false
  } finally {
    page.close()
  }
}

test('S13: a cookie is set again when it was last set more than a day ago, and not before', async () => {
  const { player, cookie } = await newcomer()
  server.advance(DAY - MINUTE)
  expect(await ask(cookie)).toEqual({ player, set: undefined })
  server.advance(2 * MINUTE)
  const renewed = await ask(cookie)
  expect(renewed.player).toBe(player)
  expect(cookieOf(renewed.set)).toBe(cookie)
  for (const part of [`Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
    expect(renewed.set).toContain(part)
  }
  expect(await ask(cookie)).toEqual({ player, set: undefined })
})

test('S13: a session ends a year after its last use, a socket being one', async () => {
  const { player, cookie } = await newcomer()
  server.advance(300 * DAY)
  expect(await canConnect(cookie)).toBe(true)
  server.advance(300 * DAY)
  expect((await ask(cookie)).player).toBe(player)
  server.advance(366 * DAY)
  expect(await canConnect(cookie)).toBe(false)
  expect((await ask(cookie)).player).not.toBe(player)
})

test('S13: a session of 30 days gets a successor, and ends five minutes after that is used', async () => {
  const { player, cookie: old } = await newcomer()
  server.advance(31 * DAY)
  const rotated = await ask(old)
  const fresh = cookieOf(rotated.set)
  expect(rotated.player).toBe(player)
  expect(fresh).not.toBe(old)
  expect(await ask(fresh)).toEqual({ player, set: undefined })
  // The old cookie, as in another tab that has not received the new one.
  server.advance(4 * MINUTE)
  expect(await canConnect(old)).toBe(true)
  server.advance(2 * MINUTE)
  expect(await canConnect(old)).toBe(false)
  expect((await ask(old)).player).not.toBe(player)
  expect(await ask(fresh)).toEqual({ player, set: undefined })
})

test('S13: an answer that is lost on the way locks nobody out, and tabs at once are given the same', async () => {
  const { player, cookie } = await newcomer()
  server.advance(31 * DAY)
  await ask(cookie)
  server.advance(20 * DAY)
  const answers = await Promise.all([ask(cookie), ask(cookie), ask(cookie)])
  expect(new Set(answers.map(({ player }) => player))).toEqual(new Set([player]))
  const cookies = new Set(answers.map(({ set }) => cookieOf(set)))
  expect(cookies.size).toBe(1)
  expect(await canConnect([...cookies][0] ?? '')).toBe(true)
})

test('S13: a player has three sessions at most, however often the cookie is renewed', async () => {
  const { player, cookie } = await newcomer()
  let present = cookie
  const everything = [cookie]
  for (let month = 0; month < 6; month++) {
    server.advance(31 * DAY)
    for (const used of everything) await ask(used)
    present = cookieOf((await ask(present)).set) || present
    everything.push(present)
  }
  const alive = await server.inStore((db) =>
    db
      .selectFrom('sessions as own')
      .select('tokenHash')
      .where('player', '=', player)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('endsAt', 'is', null),
          eb(
            'endsAt',
            '>',
            selectFrom('sessions')
              .select(({ fn }) => fn.max('createdAt').as('at'))
              .whereRef('sessions.player', '=', 'own.player'),
          ),
        ]),
      )
      .execute(),
  )
  expect(alive.length).toBeLessThanOrEqual(3)
  expect((await ask(present)).player).toBe(player)
})

test('S13: sessions from before this was kept are known, and renewed on their next use', async () => {
  const { player, cookie } = await newcomer()
  await server.inStore((db) =>
    db.updateTable('sessions').set({ renewedAt: 0 }).where('player', '=', player).execute(),
  )
  const answer = await ask(cookie)
  expect(answer.player).toBe(player)
  expect(cookieOf(answer.set)).toBe(cookie)
})

test('S16: an address makes a bounded number of guests a day, and hears when to come again', async () => {
  const strict = await startTestServer({ limits: { guestsPerMinute: 1000, guestsPerDay: 5 } })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${strict.url}/api/session`, { method: 'POST' })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  const [welcome] = answers.filter(({ status }) => status === 200)
  const known = await fetch(`${strict.url}/api/session`, {
    method: 'POST',
    headers: { cookie: cookieOf(welcome?.headers.getSetCookie()[0]) },
  })
  expect(known.status).toBe(200)
  await strict.close()
})
