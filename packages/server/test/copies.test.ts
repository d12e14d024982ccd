import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameId } from '@hokito/protocol'
import { legalMoves, parseRecord } from '@hokito/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase, exportGames, restoreDatabase } from '../src/index.ts'
import { openDatabase } from '../src/store/database.ts'
import { GameStore } from '../src/store/game-store.ts'
import { Sqlite } from '../src/store/sqlite.ts'
import { pairUp } from './helpers/page.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

let server: TestServer
let game: GameId
let running: GameId

beforeAll(async () => {
  server = await startTestServer()
  const table = await pairUp(server.url)
  const [move] = legalMoves(table.black.position(table.game))
  await table.black.move(table.game, move ?? expect.fail())
  await table.white.sees(table.game, ({ moves }) => moves.length === 1)
  await table.white.command(table.game, 'resign')
  game = table.game
  running = (await pairUp(server.url)).game
})
afterAll(() => server.close())

async function hgnsOf(file: string): Promise<readonly string[]> {
  const hgns: string[] = []
  const exports = await exportGames({ databaseFile: file })
  if (!exports.ok) throw new Error(exports.error.code)
  for await (const exported of exports.value) {
    hgns.push(
      'text' in exported
        ? exported.text
        : 'damaged' in exported
          ? `damaged ${exported.damaged}`
          : 'unlisted',
    )
  }
  return hgns
}

describe('a backup of a running server', () => {
  test('is a whole database with every finished game', async () => {
    const file = join(server.folder, 'backup.db')
    expect(await backupDatabase(server.databaseFile, file)).toEqual({ ok: true, value: undefined })
    const [hgn = ''] = await hgnsOf(file)
    const record = parseRecord(hgn)
    expect(record.ok && record.value.ending).toEqual({ kind: 'resigned', winner: 'black' })
    expect(record.ok && record.value.tags.GameId).toBe(game)
    const again = await backupDatabase(server.databaseFile, file)
    expect(again).toEqual({ ok: false, error: { code: 'targetExists' } })
  })

  test('is restored elsewhere, and its running games go on there', async () => {
    const file = join(server.folder, 'moved.db')
    await backupDatabase(server.databaseFile, file)
    const target = join(server.folder, 'elsewhere', 'hokito.db')
    const restored = await restoreDatabase(file, target, Date.now())
    expect(restored).toEqual({ ok: true, value: { replaced: undefined } })
    const other = await startTestServer({ databaseFile: target })
    const view = await (await fetch(`${other.url}/api/games/${running}`)).json()
    expect(view).toMatchObject({ id: running, deal: '77.1234567' })
    await other.close()
  })

  test('is not put into the place of a database that is in use', async () => {
    const file = join(server.folder, 'third.db')
    await backupDatabase(server.databaseFile, file)
    const refused = await restoreDatabase(file, server.databaseFile, Date.now())
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'serverRuns', holder: { pid: process.pid } },
    })
    expect((await fetch(`${server.url}/api/games/${game}`)).status).toBe(200)
  })

  test('is put into the place of one that is not, which is kept', async () => {
    const file = join(server.folder, 'fourth.db')
    const target = join(server.folder, 'fifth.db')
    await backupDatabase(server.databaseFile, file)
    await backupDatabase(server.databaseFile, target)
    const later = Date.now() + 60_000
    const restored = await restoreDatabase(file, target, later)
    expect(restored).toEqual({ ok: true, value: { replaced: `${target}.replaced-${later}` } })
    expect(await hgnsOf(target)).toHaveLength(1)
    expect(await hgnsOf(`${target}.replaced-${later}`)).toHaveLength(1)
  })
})

test.each([
  ['there is none', undefined, 'sourceMissing'],
  ['it is a letter', 'Dear Anna. '.repeat(500), 'notADatabase'],
  ['it is empty', '', 'notADatabase'],
])('nothing is restored where %s', async (_, content, code) => {
  const file = join(server.folder, `no-backup-${code}`)
  if (content !== undefined) await writeFile(file, content)
  const target = join(server.folder, `target-${code}.db`)
  const restored = await restoreDatabase(file, target, Date.now())
  expect(restored).toEqual({ ok: false, error: { code } })
  const left = (await readdir(server.folder)).filter((name) => name.startsWith('target-'))
  // Lock files stay: removing one would let two processes lock two files of the same name.
  expect(left.filter((name) => !name.endsWith('.lock'))).toEqual([])
})

describe('a damaged game', () => {
  test.each([
    ['text that is no JSON', "update events set eventJson = '{' where game = 1 and version = 2"],
    ['a missing event', 'delete from events where game = 1 and version = 2'],
    [
      'an illegal move',
      `update events set eventJson = replace(eventJson, '"from":', '"from":3') where game = 1 and version = 3`,
    ],
    ['no events at all', 'delete from events where game = 1'],
  ])('with %s is set aside and told, and the others are served', async (what, sql) => {
    const file = join(server.folder, `damaged-${what.replaceAll(' ', '-')}.db`)
    await backupDatabase(server.databaseFile, file)
    const sqlite = new Sqlite(file)
    sqlite.exec(sql)
    sqlite.close()
    const { db, close } = await openDatabase(file)
    const told: string[] = []
    const store = new GameStore(db, (id, damage) => told.push(`${id} ${damage}`))
    expect((await store.read(game))?.kind).toBe('damaged')
    expect((await store.read(running))?.kind).toBe('sound')
    expect(told).toHaveLength(1)
    expect((await store.read(game))?.kind).toBe('damaged')
    expect(told).toHaveLength(1)
    await close()
    const other = await startTestServer({ databaseFile: file })
    expect((await fetch(`${other.url}/api/games/${game}`)).status).toBe(404)
    expect((await fetch(`${other.url}/api/games/${running}`)).status).toBe(200)
    await other.close()
    expect(await hgnsOf(file)).toEqual([`damaged ${game}`])
  })
})
