import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAt, type GameId } from '@hokito/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase, StartError, type TransferProgress, transferStore } from '../src/index.ts'
import { describeOnPostgres } from './helpers/databases.ts'
import { playerId } from './helpers/ids.ts'
import { commandId, GIVEN_TERMS, Page, pairUp } from './helpers/page.ts'
import { moveIn, playTo } from './helpers/play.ts'
import { createTestDatabase, type TestDatabase } from './helpers/postgres.ts'
import { startTestServer } from './helpers/server.ts'
import { inStore, type Store, storedEvents } from './helpers/stored.ts'
import { openWire } from './helpers/wire.ts'

/** Conditional lines of which one move was played. */
const LINES = '{"played":[3]}'

/** A player's break, whose days also count in the other database. */
const BREAK = { startedAt: 86_400_000, until: 5 * 86_400_000 }

/**
 * Each test transfers a copy of this database: players, renames, a finished, a running and a
 * placing game, and a challenge.
 */
let folder: string
let original: string
let running: GameId
let finished: GameId
let placing: GameId
let black: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-transfer-'))
  original = join(folder, 'original.db')
  const server = await startTestServer({ databaseFile: original })
  const first = await pairUp(server.url)
  await playTo(first, 6)
  running = first.game
  black = first.black
  await black.send({ type: 'rename', name: 'Ada' })
  const second = await pairUp(server.url)
  await playTo(second, 3)
  await second.white.command(second.game, 'resign')
  finished = second.game
  const third = await pairUp(server.url, { setup: { kind: 'placed' } })
  await third.black.command(third.game, 'draft', { arrangement: '1-----2-----3-----' })
  placing = third.game
  const inviter = await Page.open(server.url)
  const terms = { terms: GIVEN_TERMS, color: 'random', isListed: false } as const
  await inviter.send({ type: 'challenge', id: commandId(), ...terms })
  await server.close()
  // More than one batch of the copy.
  const many = Array.from({ length: 1100 }, (_, n) => ({
    id: playerId(`player${n}x`),
    name: `Player ${n}`,
    nameKey: `player${n}`,
    createdAt: n,
  }))
  await inStore(inFile(original), async (db) => {
    await db.insertInto('players').values(many).execute()
    const [key, day] = [{ level: 3, margin: 7 }, dayAt(Date.UTC(2027, 0, 1))] as const
    const played = { player: playerId('player1x'), moves: 'a1a2', at: 1 }
    await db
      .insertInto('dailyTries')
      .values({ day, ...key, ...played })
      .execute()
    const { key: game } = await db
      .selectFrom('games')
      .select('key')
      .where('id', '=', running)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('breaks')
      .values({ ...BREAK, player: playerId('player1x') })
      .execute()
    await db.insertInto('lines').values({ game, color: 'white', linesJson: LINES }).execute()
    await db
      .insertInto('dailyMargins')
      .values({ day, ...key, count: 1 })
      .execute()
    const first = { position: 'p', move: 'a1a2', count: 1, total: 7 }
    await db
      .insertInto('dailyMoves')
      .values({ day, ...first })
      .execute()
  })
})
afterAll(() => rm(folder, { recursive: true }))

let file: string
let copies = 0
beforeEach(async () => {
  file = join(folder, `${++copies}.db`)
  expect(await backupDatabase(original, file)).toMatchObject({ ok: true })
})

const inFile = (databaseFile: string): Store => ({ databaseFile, databaseUrl: undefined })

async function eventsIn(store: Store) {
  return storedEvents(store, new Set([running, finished, placing]))
}

/** Stops a transfer at the first progress report that meets a condition. */
function stopWhen(isTime: (progress: TransferProgress) => boolean) {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    onProgress: (progress: TransferProgress) => {
      if (isTime(progress)) controller.abort()
    },
  }
}

describe('a transfer between two files', () => {
  test('takes everything along, and says what was compared', async () => {
    const to = inFile(`${file}.new`)
    const transferred = await transferStore(inFile(file), to)
    expect(transferred).toMatchObject({ ok: true, value: { games: 3, damaged: 0 } })
    expect(await eventsIn(to)).toEqual(await eventsIn(inFile(file)))
    const drafts = await inStore(to, (db) => db.selectFrom('arrangements').selectAll().execute())
    expect(drafts).toMatchObject([{ color: 'black', arrangement: '1-----2-----3-----' }])
    const lines = await inStore(to, (db) => db.selectFrom('lines').selectAll().execute())
    expect(lines).toMatchObject([{ color: 'white', linesJson: LINES }])
    const breaks = await inStore(to, (db) => db.selectFrom('breaks').selectAll().execute())
    expect(breaks).toMatchObject([BREAK])
    const challenges = await inStore(to, (db) => db.selectFrom('challenges').select('id').execute())
    expect(challenges).toHaveLength(1)
    const margins = await inStore(to, (db) => db.selectFrom('dailyMargins').selectAll().execute())
    expect(margins).toMatchObject([{ level: 3, margin: 7, count: 1 }])
  })

  test('refuses what is not there, what is in use, and what is not empty', async () => {
    const missing = await transferStore(inFile(`${file}.none`), inFile(`${file}.new`))
    expect(missing).toEqual({ ok: false, error: { code: 'missing', place: 'from' } })
    const server = await startTestServer({ databaseFile: file })
    const used = await transferStore(inFile(file), inFile(`${file}.new`))
    expect(used).toMatchObject({ error: { code: 'inUse', place: 'from' } })
    const filled = await transferStore(inFile(original), inFile(file))
    expect(filled).toMatchObject({ error: { code: 'inUse', place: 'to' } })
    await server.close()
    const notEmpty = await transferStore(inFile(original), inFile(file))
    expect(notEmpty).toEqual({ ok: false, error: { code: 'notEmpty', place: 'to' } })
    expect(await eventsIn(inFile(file))).toEqual(await eventsIn(inFile(original)))
  })

  test.each(['copying', 'comparing', 'replaying'] as const)(
    'that is stopped while %s goes on where it was, and nobody plays there before',
    async (stage) => {
      const to = inFile(`${file}.new`)
      const stop = stopWhen((progress) => progress.stage === stage && progress.share > 0)
      const stopped = await transferStore(inFile(file), to, stop)
      expect(stopped).toEqual({ ok: false, error: { code: 'cancelled', place: 'to' } })
      const started = startTestServer({ databaseFile: to.databaseFile })
      await expect(started).rejects.toThrow(new StartError('transferUnfinished'))
      const further = await transferStore(to, inFile(`${file}.third`))
      expect(further).toMatchObject({ error: { code: 'unfinished', place: 'from' } })
      expect(await transferStore(inFile(file), to)).toMatchObject({ ok: true, value: { games: 3 } })
      expect(await eventsIn(to)).toEqual(await eventsIn(inFile(file)))
      await (await startTestServer({ databaseFile: to.databaseFile })).close()
    },
  )

  test('begins again where a server has used the old one since', async () => {
    const to = inFile(`${file}.new`)
    await transferStore(
      inFile(file),
      to,
      stopWhen(({ stage }) => stage === 'comparing'),
    )
    const server = await startTestServer({ databaseFile: file })
    await playTo(await pairUp(server.url), 2)
    await server.close()
    expect(await transferStore(inFile(file), to)).toMatchObject({ ok: true, value: { games: 4 } })
  })

  test('tells a row that is not the same', async () => {
    const to = inFile(`${file}.new`)
    await transferStore(
      inFile(file),
      to,
      stopWhen(({ stage }) => stage === 'comparing'),
    )
    await inStore(to, (db) => db.updateTable('players').set({ name: 'Eve' }).execute())
    const found = await transferStore(inFile(file), to)
    expect(found).toMatchObject({
      error: { code: 'differs', what: expect.stringMatching(/^players /) },
    })
  })

  test('tells a row that is too many', async () => {
    const to = inFile(`${file}.new`)
    await transferStore(
      inFile(file),
      to,
      stopWhen(({ stage }) => stage === 'comparing'),
    )
    const row = { name: 'extra', value: '' }
    await inStore(to, (db) => db.insertInto('facts').values(row).execute())
    const found = await transferStore(inFile(file), to)
    expect(found).toMatchObject({ error: { code: 'differs', what: 'facts' } })
  })

  // Two games are damaged; the third has no second event yet.
  test('takes a damaged game along as it is', async () => {
    const store = inFile(file)
    await inStore(store, (db) =>
      db.updateTable('events').set({ eventJson: '{' }).where('version', '=', 2).execute(),
    )
    const transferred = await transferStore(store, inFile(`${file}.new`))
    expect(transferred).toMatchObject({ ok: true, value: { games: 3, damaged: 2 } })
  })
})

describeOnPostgres('a transfer to PostgreSQL', () => {
  let made: TestDatabase
  beforeEach(async () => {
    made = await createTestDatabase('nothing')
    return () => made.drop()
  })
  const there = (): Store => ({ databaseFile: '', databaseUrl: made.url })

  test('lets players go on where they were, and back again', async () => {
    expect(await transferStore(inFile(file), there())).toMatchObject({ ok: true })
    const server = await startTestServer({ databaseUrl: made.url })
    const page = new Page(server.url)
    page.cookie = black.cookie
    await page.signIn()
    expect(page.player).toEqual({ id: black.player.id, name: 'Ada' })
    await page.connect()
    const view = await page.openGame(running)
    expect(view.moves).toHaveLength(6)
    await moveIn(page, running)
    // A new game gets a key that is not in use.
    await playTo(await pairUp(server.url), 1)
    page.close()
    await server.close()

    const back = inFile(`${file}.back`)
    expect(await transferStore(there(), back)).toMatchObject({ ok: true, value: { games: 4 } })
    expect(await eventsIn(back)).toEqual(await eventsIn(there()))
    const again = await startTestServer({ databaseFile: back.databaseFile })
    await playTo(await pairUp(again.url), 1)
    await again.close()
  })

  test('replaces the characters 0 that SQLite has stored, and counts their rows', async () => {
    await inStore(inFile(file), async (db) => {
      await sql`
        insert into "studyChapters" (study, n, title, hgn, path, version)
        values ('study0000000', 1, 'Zero', ${'{a\0b\0} *'}, '', 1)
      `.execute(db)
      // Its key has one, too.
      await sql`
        insert into "pushSubscriptions" (endpoint, player, session, p256dh, auth, language, "createdAt")
        values (${'https://push.example/\0'}, 'player1x0000', '', '', '', 'en', 0)
      `.execute(db)
    })
    const moved = await transferStore(inFile(file), there())
    expect(moved).toMatchObject({ ok: true, value: { replaced: 2 } })
    const [chapter] = await made.run('select hgn from "studyChapters"')
    expect(chapter).toEqual({ hgn: '{a\ufffdb\ufffd} *' })
    const [device] = await made.run('select endpoint from "pushSubscriptions"')
    expect(device).toEqual({ endpoint: 'https://push.example/\ufffd' })
  })

  test('names a row that it cannot store, and goes on when that is corrected', async () => {
    const set = (createdAt: string) =>
      inStore(inFile(file), (db) =>
        sql`update players set "createdAt" = ${createdAt} where id = 'player700x00'`.execute(db),
      )
    await set('soon')
    expect(await transferStore(inFile(file), there())).toEqual({
      ok: false,
      error: {
        ...{ code: 'badRow', place: 'to', what: 'players player700x00' },
        why: 'invalid input syntax for type bigint: "soon"',
      },
    })
    await set('700')
    expect(await transferStore(inFile(file), there())).toMatchObject({ ok: true })
  })

  test('says what is wrong with its address', async () => {
    const url = new URL(made.url)
    url.pathname = '/hokito_nowhere'
    const nowhere = { databaseFile: undefined, databaseUrl: url.href }
    const missing = await transferStore(inFile(file), nowhere)
    expect(missing).toEqual({ ok: false, error: { code: 'noSuchDatabase', place: 'to' } })
    url.port = '1'
    const dead = { databaseFile: undefined, databaseUrl: url.href }
    const unreachable = await transferStore(dead, inFile(`${file}.new`))
    expect(unreachable).toEqual({ ok: false, error: { code: 'unreachable', place: 'from' } })
  })

  test('says which of the two went away, and goes on when it is there again', async () => {
    expect(await transferStore(inFile(file), there())).toMatchObject({ ok: true })
    const wire = await openWire(made.url)
    const from = { databaseFile: undefined, databaseUrl: wire.url }
    const to = inFile(`${file}.back`)
    const isHalf = ({ stage, share }: TransferProgress) => stage === 'copying' && share > 0
    const cut = await transferStore(from, to, { onProgress: (at) => isHalf(at) && wire.cut() })
    expect(cut).toEqual({ ok: false, error: { code: 'unreachable', place: 'from' } })
    wire.mend()
    expect(await transferStore(from, to)).toMatchObject({ ok: true })
    await wire.close()
  })
})
