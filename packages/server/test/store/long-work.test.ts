import { get } from 'node:http'
import {
  classesReplySchema,
  classIdSchema,
  type GameId,
  MOST_CLASSES,
  MOST_PUPILS,
  type PlayerId,
} from '@hokito/protocol'
import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../src/store/schema.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { openTeacher } from '../helpers/classes.ts'
import { beginGame, type Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { playTo } from '../helpers/play.ts'
import { OFTEN, startTestServer, type TestServer } from '../helpers/server.ts'
import { type Answer, ask } from '../helpers/stranger.ts'

const COPIES = 600
/** An account is erased so fast that only many games show it happen in steps. */
const ERASED = 4 * COPIES
const NAME = 'Ottilie'
const FILE = `/api/players/${NAME}/games.hgn`
const EXPORT = `/api/v1/players/${NAME}/games/export`
const NEVER_MS = 3_600_000
/** The retry delay of a refusal that has nothing to do with the visitor’s own limit. */
const FULL_PAINTER_MS = 2000
/**
 * More than any address may request in these tests, with one exception: a file of the API counts as
 * 60.
 */
const LIMITS = { requestsPerMinute: 150, picturesPerSecond: 10_000 }

/** Games are counted and accounts erased only when a test runs that. */
const rhythm = { ...OFTEN, exploreMs: NEVER_MS, eraseMs: NEVER_MS }
let server: TestServer
let holder: Page
let copies: readonly GameId[]
beforeAll(async () => {
  server = await startTestServer({ rhythm, limits: LIMITS })
  holder = await openMember(server.url, NAME)
  const other = await openMember(server.url, 'Kunigunde')
  const id = await beginGame(holder, other)
  await playTo({ black: holder, white: other, game: id }, 3)
  await other.command(id, 'resign')
  await holder.sees(id, ({ ending }) => ending !== undefined)
  holder.close()
  other.close()
  copies = await repeat(id)
})
afterAll(() => server.close())

/** Stores a game many times, as if its players had played it that often. */
function repeat(id: GameId, time = 1): Promise<readonly GameId[]> {
  return server.inStore(async (db) => {
    const { key, ...game } = await db
      .selectFrom('games')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: COPIES }, (_, n) => `Copy${time * 10_000_000 + n}` as GameId)
    const rows = ids.map((copy) => ({ ...game, id: copy, challenge: null }))
    const keys = await db.insertInto('games').values(rows).returning('key').execute()
    await sql`
      insert into events (game, version, "eventJson")
      select games.key, version, replace("eventJson", ${id}, games.id) from games
      join events on events.game = ${key} where games.id like ${`Copy${time}%`}
    `.execute(db)
    const explored = keys.map(({ key: copy }) => ({
      ...{ game: copy, black: game.black, white: game.white, winner: 'white' as const },
      ...{ ending: 'resigned' as const, endRule: 'either' as const, deal: '', plies: 3, margin: 0 },
      ...{ lastPosition: '', endedAt: game.endedAt ?? 0, isShared: 0 },
    }))
    await db.insertInto('exploredGames').values(explored).execute()
    return ids
  })
}

let addresses = 0
/** An address that has sent no requests yet. */
const elsewhere = () => `127.0.7.${++addresses}`

const damageOf = (id: GameId) =>
  server.inStore((db) =>
    db.selectFrom('games').select('damage').where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Damages a stored game so that it cannot be read. */
const spoil = (id: GameId) =>
  server.inStore((db) =>
    sql`
      update events set "eventJson" = '{}'
      where version = 1 and game in (select key from games where id = ${id})
    `.execute(db),
  )

/** Requests a file, and aborts once it has begun to arrive. */
function begin(path: string, localAddress: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = get(server.url + path, { agent: false, localAddress }, (response) => {
      response.once('data', () => {
        response.pause()
        resolve(() => asked.destroy())
      })
    })
    asked.once('error', reject)
  })
}

/** The answer to a request. While the server writes it, it answers others at least so many times. */
async function askBesideOthers(
  path: string,
  headers: Record<string, string>,
  least = 20,
): Promise<Answer> {
  const [asker, other] = [elsewhere(), elsewhere()]
  let isWritten = false
  const file = ask(server.url + path, { headers, localAddress: asker }).finally(() => {
    isWritten = true
  })
  let answered = 0
  while (!isWritten && answered < least) {
    await ask(`${server.url}/healthz`, { localAddress: other })
    if (!isWritten) answered++
  }
  expect(answered).toBe(least)
  return file
}

/** As many rows of a table as are given, a hundred in a statement. */
function insert<T extends keyof Tables>(table: T, rows: readonly Insertable<Tables[T]>[]) {
  return server.inStore(async (db) => {
    for (let n = 0; n < rows.length; n += 100) {
      await db
        .insertInto(table)
        .values(rows.slice(n, n + 100))
        .execute()
    }
  })
}

describe('the list of a teacher’s classes', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

  test('lets others be answered while it is written', async () => {
    const teacher = await openTeacher(server)
    const names = (of: string) => numbers(400).map((n) => `${of}.${n}`)
    const done = { lessons: names('a'), exercises: names('b'), puzzles: 9, levels: [1] }
    const classes = numbers(MOST_CLASSES).map((n) => classIdSchema.parse(`longclass00${n}`))
    const common = { teacher: teacher.player.id, isOpen: 0, createdAt: 0 }
    await insert(
      'classes',
      classes.map((id) => ({ ...common, id, name: 'Class 3b' })),
    )
    const pupils = classes.flatMap((id, place) =>
      numbers(MOST_PUPILS).map((n) => ({
        class: id,
        player: `longpupil${100 + place * MOST_PUPILS + n}` as PlayerId,
      })),
    )
    const cards = pupils.map(({ player }) => ({ id: player, name: player, nameKey: player }))
    await insert(
      'players',
      cards.map((card) => ({ ...card, createdAt: 0 })),
    )
    const progressJson = JSON.stringify(done)
    await insert(
      'pupils',
      pupils.map((pupil) => ({ ...pupil, since: 0, progressJson, isOffered: 0 })),
    )
    // Written in one piece, the list would let at most one be answered, before it begins.
    const { body } = await askBesideOthers('/api/classes', { cookie: teacher.cookie }, 4)
    const reply = classesReplySchema.parse(JSON.parse(body))
    expect(reply.classes.map((one) => one.pupils.length)).toEqual(classes.map(() => MOST_PUPILS))
    expect(reply.classes.at(-1)?.pupils.at(-1)?.done).toEqual(done)
    teacher.close()
  })
})

describe('a file of many games', () => {
  const records = (text: string) => text.split('[GameId').length - 1
  const files: readonly (readonly [string, boolean, (file: Answer) => number])[] = [
    [FILE, false, ({ body }) => records(body)],
    [EXPORT, false, ({ body }) => body.trim().split('\n').length],
    ['/api/account/games.hgn', true, ({ body }) => records(body)],
    ['/api/account/data', true, ({ body }) => JSON.parse(body).games.length],
  ]
  test.each(files)(
    'lets others be answered while it is written: %s',
    async (path, isOwn, count) => {
      const headers = isOwn ? { cookie: holder.cookie } : {}
      const file = await askBesideOthers(path, headers)
      // The public export lacks the first game, because the explorer has not counted it.
      expect(count(file)).toBe(isOwn ? COPIES + 1 : COPIES)
    },
  )

  test('is read no further when nobody waits for it', async () => {
    const [last] = copies
    if (last === undefined) throw new Error('there are copies')
    await spoil(last)
    const leave = await begin(FILE, elsewhere())
    leave()
    const prober = elsewhere()
    for (let n = 0; n < 20; n++) await ask(`${server.url}/healthz`, { localAddress: prober })
    // Reading it would have recorded the damage.
    expect(await damageOf(last)).toEqual({ damage: null })
  })

  test('is one of two that an address has at a time', async () => {
    const localAddress = elsewhere()
    const leaves = [await begin(FILE, localAddress), await begin(EXPORT, localAddress)]
    const third = await ask(server.url + FILE, { localAddress })
    expect([third.status, third.headers['retry-after']]).toEqual([429, '5'])
    expect(JSON.parse(third.body)).toEqual({ code: 'tooMany', retryAfterMs: 5000 })
    const exported = await ask(server.url + EXPORT, { localAddress })
    expect(exported.headers['content-type']).toContain('application/problem+json')
    expect(JSON.parse(exported.body)).toMatchObject({ status: 429, code: 'tooMany' })
    expect((await ask(server.url + FILE, { localAddress: elsewhere() })).status).toBe(200)
    for (const leave of leaves) leave()
    const again = async () => (await ask(server.url + FILE, { localAddress })).status
    await expect.poll(again, { timeout: 60_000 }).toBe(200)
  })
})

describe('a moving picture', () => {
  const picture = (id: GameId | undefined, size: number, localAddress = elsewhere()) =>
    ask(`${server.url}/picture/game/${id}.gif?size=${size}`, { localAddress })

  test('that is kept is sent without its game being read', async () => {
    const id = copies[1]
    if (id === undefined) throw new Error('there are copies')
    const first = await picture(id, 64)
    await spoil(id)
    const again = await picture(id, 64)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toBe(first.body)
    expect(again.headers['cache-control']).toBe('public, max-age=86400')
    expect((await ask(`${server.url}/picture/game/${id}.svg`)).status).toBe(404)
  })

  test('counts by its frames where it has to be painted', async () => {
    const localAddress = elsewhere()
    const sized = (size: number) => picture(copies[2], size, localAddress)
    const first = await Promise.all([64, 65, 66, 67, 68].map(sized))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // At once, because an address regains requests while its pictures are painted. Cached pictures
    // would each count as one request of 150.
    const others = await Promise.all(Array.from({ length: 40 }, (_, n) => sized(69 + n)))
    const refused = others.filter(({ status }) => status === 429)
    const waits = refused.map(({ body }) => JSON.parse(body).retryAfterMs)
    expect(waits.filter((ms) => ms !== FULL_PAINTER_MS)).not.toEqual([])
    const kept = async () => (await picture(copies[2], 64, localAddress)).status
    await expect.poll(kept, { timeout: 60_000 }).toBe(200)
  })
})

describe('an account of many games that is deleted', () => {
  const named = () =>
    server.inStore(async (db) => {
      const rows = await db
        .selectFrom('events')
        .select('eventJson')
        .where('version', '=', 1)
        .execute()
      return rows.filter(({ eventJson }) => eventJson.includes(NAME)).length
    })

  test('is shut straight away, and erased even if the server stops meanwhile', async () => {
    const [id] = copies.slice(3)
    if (id === undefined) throw new Error('there are copies')
    for (let time = 2; time <= ERASED / COPIES; time++) await repeat(id, time)
    expect((await post(holder, 'delete', { password: PASSWORD })).status).toBe(200)
    expect((await ask(`${server.url}/api/players/${NAME}`)).status).toBe(404)
    const shown = JSON.parse((await ask(`${server.url}/api/games/${id}`)).body)
    expect(shown.seats.black.name).toBe('Deleted player')
    expect(await named()).toBeGreaterThan(ERASED - 10)
    rhythm.eraseMs = 20
    await server.restart()
    await expect.poll(named, { interval: 1, timeout: 60_000 }).toBeLessThan(ERASED - 10)
    await server.restart()
    // The server erases some games at a time, and answers other requests in between.
    const [counts, prober] = [new Set<number>(), elsewhere()]
    for (let count = await named(); count > 0; count = await named()) {
      counts.add(count)
      await ask(`${server.url}/healthz`, { localAddress: prober })
    }
    expect(counts.size).toBeGreaterThan(2)
    const left = () => server.inStore((db) => db.selectFrom('erasures').selectAll().execute())
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
  })
})
