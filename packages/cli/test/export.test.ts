import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DELETED_NAME, type GameId } from '@hokito/protocol'
import { apiGameSchema } from '@hokito/protocol/api'
import { parseRecords, randomDeal, seededBytes, start } from '@hokito/rules'
import { Decompress } from 'fzstd'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/store/database.ts'
import { openPostgres } from '../../server/src/store/postgres.ts'
import { PASSWORD, post, signUp } from '../../server/test/helpers/account.ts'
import { describeOnPostgres } from '../../server/test/helpers/databases.ts'
import { drawMoves, storeGame } from '../../server/test/helpers/finished-games.ts'
import { playerId } from '../../server/test/helpers/ids.ts'
import { beginGame, Page } from '../../server/test/helpers/page.ts'
import { playTo } from '../../server/test/helpers/play.ts'
import { createTestDatabase } from '../../server/test/helpers/postgres.ts'
import { fillWithSecrets, MARK } from '../../server/test/helpers/secrets.ts'
import { ON_POSTGRES, startTestServer } from '../../server/test/helpers/server.ts'
import { canMount, mountSmallDisk } from '../../server/test/helpers/small-disk.ts'
import { runHokito, slowReader } from './helpers.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-cli-export-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Where a database is, for the command line. */
interface Place {
  readonly args: readonly string[]
  open(): Promise<Database>
  drop(): Promise<void>
}

async function sqlitePlace(): Promise<Place> {
  const data = await mkdtemp(join(tmpdir(), 'hokito-cli-games-'))
  return {
    args: ['--data', data],
    open: () => openDatabase(join(data, 'hokito.db')),
    drop: () => rm(data, { recursive: true }),
  }
}

async function postgresPlace(): Promise<Place> {
  const made = await createTestDatabase()
  return { args: ['--database', made.url], open: () => openPostgres(made.url), drop: made.drop }
}

const [OCTOBER, NOVEMBER, DECEMBER] = [Date.UTC(2026, 9), Date.UTC(2026, 10), Date.UTC(2026, 11)]

/** A game with an end, in the order in which they are stored. */
async function store(database: Database, endedAt: number, isListed = true): Promise<GameId> {
  const deal = randomDeal('standard', seededBytes(endedAt))
  const moves = drawMoves(start(deal, 'either'), endedAt)
  const seats = { black: playerId('anna'), white: playerId('bert') }
  const game = {
    deal,
    endRule: 'either',
    moves,
    ...seats,
    isListed,
    how: 'stuck',
    endedAt,
  } as const
  return (await storeGame(database, game)).id
}

async function storePlayers({ db }: Database): Promise<void> {
  const players = ['anna', 'bert'].map((name) => ({
    id: playerId(name),
    name,
    nameKey: name,
    createdAt: 1,
  }))
  await db.insertInto('players').values(players).execute()
}

const idsOf = (text: string) => [...text.matchAll(/\[GameId "(.*)"\]/g)].map(([, id]) => id)

function unpack(bytes: Uint8Array): string {
  const parts: Uint8Array[] = []
  new Decompress((part) => parts.push(part)).push(bytes, true)
  return Buffer.concat(parts).toString()
}

function describeMonth(what: string, placed: () => Promise<Place>, isPostgres: boolean): void {
  describe(what, () => {
    let place: Place
    let november: readonly GameId[]
    let unlisted: GameId
    beforeAll(async () => {
      place = await placed()
      const database = await place.open()
      await storePlayers(database)
      await store(database, NOVEMBER - 1)
      const last = await store(database, DECEMBER - 1)
      await store(database, DECEMBER)
      const first = await store(database, NOVEMBER)
      unlisted = await store(database, NOVEMBER + 5, false)
      november = [last, first]
      await database.close()
    })
    afterAll(() => place.drop())

    const month = (...args: readonly string[]) =>
      runHokito(['export', '--month', '2026-11', ...place.args, ...args])

    test('waits for a slow reader after each game', async () => {
      const slow = slowReader()
      const { out } = await runHokito(['export', ...place.args], slow.world)
      expect(idsOf(out)).toHaveLength(5)
      expect(slow.early).toBe(0)
    })

    test('has the public games that ended in it, in the order in which they began', async () => {
      const { code, out, error } = await month()
      expect(code).toBe(0)
      expect(idsOf(out)).toEqual(november)
      const records = parseRecords(out)
      expect(records.map(({ ok }) => ok)).toEqual([true, true])
      expect(error).toContain('2026-11 is not over: games that end later are missing')
      expect(error).toContain('1 game by invitation left out')
      const all = await month('--unlisted')
      expect(idsOf(all.out)).toEqual([...november, unlisted])
      expect(all.error).not.toContain('left out')
    })

    test('comes as lines of JSON, as the API has them', async () => {
      const { out } = await month('--format', 'ndjson')
      const games = out
        .trimEnd()
        .split('\n')
        .map((line) => apiGameSchema.parse(JSON.parse(line)))
      expect(games.map(({ id }) => id)).toEqual(november)
    })

    test('is compressed into the same bytes each time, with their sum beside', async () => {
      const plain = await month()
      const files = ['one.hgn.zst', 'two.hgn.zst'].map((name) => join(folder, name))
      const made = []
      for (const file of files) {
        const { code, out } = await month('--zst', '--out', file)
        expect({ code, out }).toEqual({ code: 0, out: `Wrote 2 games to ${file}\n` })
        made.push(await readFile(file))
      }
      expect(made[1]).toEqual(made[0])
      expect(unpack(made[0] ?? expect.fail())).toBe(plain.out)
      const sum = createHash('sha256')
        .update(made[0] ?? '')
        .digest('hex')
      expect(await readFile(`${files[0]}.sha256`, 'utf8')).toBe(`${sum}  one.hgn.zst\n`)
      expect(await readdir(folder)).toHaveLength(4)
    })

    test('has nothing that is private, whatever else is stored', async () => {
      const database = await place.open()
      expect(await fillWithSecrets(database, isPostgres)).toBeGreaterThan(30)
      await database.close()
      for (const format of ['hgn', 'ndjson']) {
        const { code, out } = await month('--format', format, '--unlisted')
        expect(code).toBe(0)
        expect(out).not.toContain(MARK)
        expect(out.length).toBeGreaterThan(1000)
      }
    })
  })
}

describeMonth('a month, on SQLite', sqlitePlace, false)
describeOnPostgres('PostgreSQL', () => describeMonth('a month', postgresPlace, true))

describe.skipIf(ON_POSTGRES)('a month of a server', () => {
  test('names nobody whose account is deleted', async () => {
    const server = await startTestServer()
    const [black, white] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    await signUp(black, 'Ottilie')
    black.close()
    await black.connect()
    const game = await beginGame(black, white, {}, true)
    await playTo({ black, white, game }, 2)
    await black.command(game, 'resign')
    await post(black, 'delete', { password: PASSWORD })
    const now = new Date().toISOString().slice(0, 7)
    for (const format of ['hgn', 'ndjson']) {
      const { out, error } = await runHokito(
        ['export', '--month', now, '--format', format, '--data', server.folder],
        { now: new Date(Date.now() + 1000) },
      )
      expect(error).not.toContain('cannot be read')
      expect(out).toContain(game)
      expect(out).toContain(DELETED_NAME)
      expect(out).not.toContain('Ottilie')
    }
    for (const page of [black, white]) page.close()
    await server.close()
  })
})

describe('a month that was', () => {
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hokito-cli-october-'))
    const database = await openDatabase(join(data, 'hokito.db'))
    await storePlayers(database)
    for (let n = 0; n < 250; n++) await store(database, OCTOBER + n)
    await database.close()
  })
  afterAll(() => rm(data, { recursive: true }))
  const october = (file: string, interrupted?: AbortSignal) =>
    runHokito(['export', '--month', '2026-10', '--data', data, file], {
      ...(interrupted && { interrupted }),
    })

  test('is whole, and nothing is said against it', async () => {
    const file = join(folder, 'october.hgn')
    expect(await october(file)).toEqual({ code: 0, out: `Wrote 250 games to ${file}\n`, error: '' })
    expect(new Set(idsOf(await readFile(file, 'utf8'))).size).toBe(250)
  })

  test('without games is a file without any', async () => {
    const file = join(folder, 'may.hgn.zst')
    const args = ['export', '--month', '2026-05', '--data', data, '--zst', file]
    expect(await runHokito(args)).toMatchObject({ code: 0, out: `Wrote 0 games to ${file}\n` })
    expect(unpack(await readFile(file))).toBe('')
  })

  test('that is interrupted leaves nothing', async () => {
    const { code, error } = await october(join(folder, 'october.hgn'), AbortSignal.abort())
    expect(code).toBe(1)
    expect(error).toContain('interrupted: ')
    expect(await readdir(folder)).toEqual([])
  })

  test('that was killed in between is begun again', async () => {
    const file = join(folder, 'october.hgn')
    await writeFile(`${file}.part`, 'half of a ga')
    expect((await october(file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).not.toContain('half of a ga')
    expect((await readdir(folder)).sort()).toEqual(['october.hgn', 'october.hgn.sha256'])
  })

  test('has its name only once it is whole, however it was killed', async () => {
    const file = join(folder, 'october.hgn')
    const args = ['export', '--month', '2026-10', '--data', data, file]
    const child = spawn(process.execPath, [BINARY, ...args], { stdio: 'ignore' })
    const exit = once(child, 'exit')
    const names = () => readdir(folder)
    await expect.poll(names, { timeout: 30_000, interval: 1 }).toContain('october.hgn.part')
    child.kill('SIGKILL')
    await exit
    if (!(await names()).includes('october.hgn')) expect((await october(file)).code).toBe(0)
    expect(new Set(idsOf(await readFile(file, 'utf8'))).size).toBe(250)
    expect(await readdir(folder)).not.toContain('october.hgn.part')
  })

  test('does not replace what is there, and needs a folder', async () => {
    const file = join(folder, 'october.hgn')
    await writeFile(file, 'mine')
    expect(await october(file)).toMatchObject({
      code: 1,
      error: expect.stringContaining('already exists'),
    })
    expect(await readFile(file, 'utf8')).toBe('mine')
    const nowhere = await october(join(folder, 'no', 'october.hgn'))
    expect(nowhere).toMatchObject({ code: 1, error: expect.stringContaining('create it first') })
    await mkdir(join(folder, 'is'))
    expect((await october(join(folder, 'is', 'october.hgn'))).code).toBe(0)
  })

  test.skipIf(!canMount)('says that the disk is full, and leaves nothing on it', async () => {
    const disk = mountSmallDisk(1)
    try {
      await writeFile(join(disk.folder, 'filler'), Buffer.alloc(960_000))
      const { code, error } = await october(join(disk.folder, 'october.hgn'))
      expect(code).toBe(1)
      expect(error).toContain('there is not enough space')
      expect(await readdir(disk.folder)).toEqual(['filler'])
    } finally {
      disk.remove()
    }
  })

  test('can be read by zstd itself', async ({ skip }) => {
    const file = join(folder, 'october.hgn.zst')
    await runHokito(['export', '--month', '2026-10', '--data', data, '--zst', file])
    const run = promisify(execFile)
    const read = await run('zstd', ['-dc', file]).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') skip('there is no zstd here')
      throw error
    })
    expect(idsOf(read.stdout)).toHaveLength(250)
  })
})

test.each([
  [['--month', '2026-13'], 2, 'such as 2026-11, not 2026-13'],
  [['--month', '2026-00'], 2, 'such as 2026-11, not 2026-00'],
  [['--month', 'november'], 2, 'such as 2026-11, not november'],
  [['--month', '2026-12'], 2, '2026-12 has not begun yet'],
  [['--zst'], 2, '--zst needs a file'],
  [['--format', 'pgn'], 2, 'Allowed choices are hgn, ndjson'],
  [['--database', 'x.db'], 2, '--database must be sqlite: followed by a file'],
  [['--data', 'a', '--database', 'sqlite:b'], 2, 'name two databases'],
  [['a.hgn', '--out', 'b.hgn'], 2, 'the file is given twice'],
  [['--month', '2026-10', '--database', 'sqlite:nowhere.db'], 1, 'there is no database'],
] as const)('export %j says what is wrong', async (args, code, sentence) => {
  const ran = await runHokito(['export', ...args])
  expect(ran).toMatchObject({ code, error: expect.stringContaining(sentence) })
})

// --- internal ---

const BINARY = fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url))
