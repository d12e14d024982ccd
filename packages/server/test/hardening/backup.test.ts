import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupDatabase, type CopyProgress, exportGames, restoreDatabase } from '../../src/index.ts'
import { integrityErrorsOf } from '../../src/store/database.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { startPlaying } from '../helpers/players.ts'
import {
  makeFolder,
  runHokito,
  type ServerProcess,
  spawnHokito,
  startProcess,
} from '../helpers/processes.ts'

/** Large enough for a copy to take many steps, with moves between any two of them. */
const MEGABYTES = 60
/** Starting processes takes time on a busy machine. */
const SETTING_UP_MS = 60_000

let folder = ''
let database = ''
let server: ServerProcess

beforeAll(async () => {
  folder = await makeFolder()
  database = join(folder, 'data', 'hokito.db')
  await (await startProcess(folder)).kill()
  fatten(database)
  server = await startProcess(folder)
}, SETTING_UP_MS)
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true })
})

test('S3: backups beside games in play end, are of one moment, and no game notices', async () => {
  const players = await startPlaying(server.url ?? expect.fail('no server'), 20, 5)
  for (const name of ['one.db', 'two.db']) {
    const before = players.moves()
    const shares: CopyProgress[] = []
    const copied = await backupDatabase(database, join(folder, name), {
      onProgress: (progress) => shares.push(progress),
    })
    expect(copied).toEqual({ ok: true, value: undefined })
    expect(players.moves()).toBeGreaterThan(before)
    expect(shares.at(-1)).toEqual({ stage: 'checking' })
    const copying = shares.flatMap((progress) => ('share' in progress ? progress.share : []))
    expect(copying.length).toBeGreaterThan(10)
    expect(copying).toEqual(copying.toSorted((a, b) => a - b))
  }
  expect(await players.stop()).toEqual([])
  for (const name of ['one.db', 'two.db']) {
    expect(integrityErrorsOf(join(folder, name))).toEqual([])
    expect(gapsIn(join(folder, name))).toEqual([])
  }
  expect(await copiesIn()).toEqual(['one.db', 'two.db'])
})

test('a backup that is interrupted leaves nothing', async () => {
  const child = spawnHokito(['backup', 'three.db', '--data', 'data'], { cwd: folder })
  let said = ''
  child.stderr?.on('data', (piece) => {
    said += String(piece)
  })
  await appears('three.db.part')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect({ code, said }).toEqual({
    code: 1,
    said: 'hokito: interrupted: three.db was not written\n',
  })
  expect(await copiesIn()).toEqual(['one.db', 'two.db'])
})

test('what a killed backup leaves is gone after the next one to that name', async () => {
  const child = spawnHokito(['backup', 'four.db', '--data', 'data'], { cwd: folder })
  await appears('four.db.part')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await copiesIn()).toContain('four.db.part')
  const ran = await runHokito(['backup', 'four.db', '--data', 'data'], { cwd: folder })
  expect(ran).toMatchObject({ code: 0, error: '' })
  expect(await copiesIn()).toEqual(['four.db', 'one.db', 'two.db'])
  expect(integrityErrorsOf(join(folder, 'four.db'))).toEqual([])
})

test('two backups to one name at once do not spoil each other', async () => {
  const to = join(folder, 'five.db')
  let second: ReturnType<typeof backupDatabase> | undefined
  const first = await backupDatabase(database, to, {
    onProgress: () => {
      second ??= backupDatabase(database, to)
    },
  })
  expect(first).toEqual({ ok: true, value: undefined })
  expect(await second).toMatchObject({ ok: false, error: { code: 'targetBusy' } })
  expect(integrityErrorsOf(to)).toEqual([])
})

test('a restore is one step: there is always a database of that name, whole', async () => {
  const target = join(folder, 'restored.db')
  await restoreDatabase(join(folder, 'one.db'), target, 1)
  const first = await stat(target)
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { size } = await stat(target)
      expect(size).toBeGreaterThan(MEGABYTES * 1_000_000)
    }
  })()
  const restored = await restoreDatabase(join(folder, 'two.db'), target, 2)
  isOver = true
  await watching
  expect(restored).toEqual({ ok: true, value: { replaced: `${target}.replaced-2` } })
  expect((await stat(`${target}.replaced-2`)).ino).toBe(first.ino)
  expect((await stat(target)).nlink).toBe(1)
})

test('games are not exported from a database of another version, nor is it changed', async () => {
  const file = join(folder, 'older.db')
  await backupDatabase(database, file)
  for (const [sql, code] of [
    ["insert into kysely_migration (name, timestamp) values ('9999-later', '')", 'newerSchema'],
    ['delete from kysely_migration', 'olderSchema'],
  ] as const) {
    const sqlite = new Sqlite(file)
    sqlite.exec(sql)
    sqlite.close()
    expect(await exportGames({ databaseFile: file })).toEqual({ ok: false, error: { code } })
  }
  const sqlite = new Sqlite(file, { readonly: true })
  expect(sqlite.prepare('select * from kysely_migration').all()).toEqual([])
  sqlite.close()
})

// --- internal ---

/** Adds finished games that nobody reads, until the file has its size. */
function fatten(file: string): void {
  const sqlite = new Sqlite(file)
  const addPlayer = sqlite.prepare(
    'insert into players (id, name, nameKey, createdAt) values (?, ?, ?, 0)',
  )
  const addGame = sqlite.prepare(
    'insert into games (id, black, white, createdAt, endedAt) values (?, ?, ?, 0, 0)',
  )
  const addEvent = sqlite.prepare('insert into events (game, version, eventJson) values (?, 1, ?)')
  sqlite.transaction(() => {
    addPlayer.run('nobody', 'Nobody', 'nobody')
    for (let n = 0; n < MEGABYTES * 10; n++) {
      const { lastInsertRowid } = addGame.run(`fat-${n}`, 'nobody', 'nobody')
      addEvent.run(lastInsertRowid, 'x'.repeat(100_000))
    }
  })()
  sqlite.close()
}

/** Games whose events are not numbered from 1 without a gap. */
function gapsIn(file: string): readonly unknown[] {
  const sqlite = new Sqlite(file, { readonly: true })
  const gaps = sqlite
    .prepare('select game from events group by game having count(*) <> max(version)')
    .all()
  sqlite.close()
  return gaps
}

async function copiesIn(): Promise<readonly string[]> {
  const known = new Set(['data', 'site'])
  return (await readdir(folder)).filter((name) => !known.has(name)).toSorted()
}

async function appears(name: string): Promise<void> {
  while (!(await readdir(folder)).includes(name)) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
