import { link, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { legalMoves } from '@hokito/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreDatabase, type ServerOptions, StartError, startServer } from '../../src/index.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { pairUp } from '../helpers/page.ts'
import { type Players, startPlaying } from '../helpers/players.ts'
import {
  makeFolder,
  optionsIn,
  runHokito,
  type ServerProcess,
  startProcess,
} from '../helpers/processes.ts'

/** Starting processes takes time on a busy machine. */
const SETTING_UP_MS = 60_000

/** One server with running games; every second start is tried beside it. */
let folder = ''
let data = ''
let holder: ServerProcess
/** A process with a server on another database, which tries to start more. */
let other: ServerProcess
let players: Players
let filesBefore: readonly string[] = []

beforeAll(async () => {
  folder = await makeFolder()
  data = join(folder, 'data')
  holder = await startProcess(folder)
  await symlink(data, join(folder, 'linked'))
  await symlink(join(data, 'hokito.db'), join(folder, 'linked.db'))
  await mkdir(join(folder, 'other'))
  other = await startProcess(folder, at('other/own.db'))
  players = await startPlaying(holder.url ?? expect.fail('no server'), 10, 20)
  filesBefore = await readdir(data)
}, SETTING_UP_MS)
afterAll(async () => {
  await holder.kill()
  await other.kill()
  await rm(folder, { recursive: true })
})

const portOfHolder = () => Number(new URL(holder.url ?? '').port)

describe('S1: beside a server with games in play', () => {
  test.each<[string, () => Partial<ServerOptions>, string]>([
    ['on the same port', () => ({ port: portOfHolder() }), 'databaseInUse'],
    ['on another port', () => ({}), 'databaseInUse'],
    ['for another host', () => ({ host: 'no.such.host.invalid' }), 'databaseInUse'],
    ['on every interface', () => ({ host: '0.0.0.0' }), 'databaseInUse'],
    ['without a site', () => ({ siteFolder: join(folder, 'none') }), 'siteMissing'],
    ['with another secret', () => ({ secret: 't'.repeat(40) }), 'databaseInUse'],
    ['through a linked folder', () => at('linked/hokito.db'), 'databaseInUse'],
    ['through a linked file', () => at('linked.db'), 'databaseInUse'],
    ['by a winding path', () => at('other/../data/./hokito.db'), 'databaseInUse'],
  ])('a second start %s is refused', async (_, options, code) => {
    const second = await other.ask(optionsIn(folder, options()))
    expect(second.code).toBe(code)
    if (code === 'databaseInUse') expect(second.holder?.pid).toBe(holder.child.pid)
  })

  test('a second start on a port that another program has is refused', async () => {
    const program = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => program.once('listening', resolve))
    const address = program.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const second = await startProcess(folder, { port })
    expect(second.code).toBe('databaseInUse')
    program.close()
  })

  test('a second start under another name of the same file is refused', async () => {
    const database = join(data, 'hokito.db')
    await link(database, join(folder, 'other', 'twin.db'))
    const second = await startProcess(folder, at('other/twin.db'))
    expect(second.code).toBe('databaseHasTwoNames')
    await rm(join(folder, 'other', 'twin.db'))
  })

  test('a second start within the same process is refused', async () => {
    expect(await holder.ask('again')).toMatchObject({ code: 'databaseInUse' })
    expect(await holder.ask('again')).toMatchObject({ code: 'databaseInUse' })
  })

  test('five second starts at once are refused', async () => {
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOfStart()))
    expect(codes).toEqual(Array(5).fill('databaseInUse'))
  })

  test.each<[string, readonly string[], () => NodeJS.ProcessEnv]>([
    ['serve --data', ['serve', '--data', 'data'], () => ({})],
    ['serve --data of a link', ['serve', '--data', 'linked'], () => ({})],
    ['HOKITO_DATA', ['serve'], () => ({ HOKITO_DATA: `${data}//` })],
    ['its port', ['serve'], () => ({ HOKITO_DATA: data, PORT: String(portOfHolder()) })],
    [
      'DATABASE_URL=sqlite:',
      ['serve'],
      () => ({ HOKITO_DATA: data, DATABASE_URL: 'sqlite:linked.db' }),
    ],
    [
      'DATABASE_URL=file:///',
      ['serve'],
      () => ({ HOKITO_DATA: data, DATABASE_URL: `file://${data}/hokito.db` }),
    ],
  ])('hokito by %s says which process has the database', async (_, args, env) => {
    const ran = await runHokito(args, { cwd: folder, env: env() })
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toMatch(new RegExp(`process ${holder.child.pid} .*stop it first`))
  })

  test('backups and exports are made', async () => {
    const backup = await runHokito(['backup', 'copy.db', '--data', 'data'], { cwd: folder })
    expect(backup).toMatchObject({ code: 0 })
    const exported = await runHokito(['export', 'games.hgn', '--data', 'data'], { cwd: folder })
    expect(exported).toMatchObject({ code: 0 })
  })

  test('S19: hokito restore is refused, also while the server is stopped', async () => {
    const args = ['restore', 'copy.db', '--data', 'data']
    const refused = await runHokito(args, { cwd: folder })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.error).toContain(`process ${holder.child.pid} `)
    holder.child.kill('SIGSTOP')
    const stopped = await restoreDatabase(
      join(folder, 'copy.db'),
      join(data, 'hokito.db'),
      Date.now() + 3_600_000,
    )
    const started = await codeOfStart()
    holder.child.kill('SIGCONT')
    expect(stopped).toMatchObject({ ok: false, error: { code: 'serverRuns' } })
    expect(started).toBe('databaseInUse')
  })

  test('no game has noticed any of it', async () => {
    const before = players.moves()
    expect(await players.stop()).toEqual([])
    expect(before).toBeGreaterThan(100)
    expect(holder.log()).toBe('')
    expect(await readdir(data)).toEqual(filesBefore)
    const sqlite = new Sqlite(join(data, 'hokito.db'), { readonly: true })
    const paused = sqlite.prepare("select 1 from events where eventJson like '%paused%'").all()
    sqlite.close()
    expect(paused).toEqual([])
  })
})

describe('another program that writes to the database', () => {
  test('holds up moves only while it does so, and readiness says why', async () => {
    const own = await makeFolder()
    const server = await startProcess(own)
    const url = server.url ?? expect.fail('no server')
    const { black, game } = await pairUp(url)
    const other = new Sqlite(join(own, 'data', 'hokito.db'))
    other.exec('begin immediate')
    const [move] = legalMoves(black.position(game))
    const refused = await black.move(game, move ?? expect.fail())
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'internal' } })
    let readiness = await readinessOf(url)
    while (readiness.status === 200) readiness = await readinessOf(url)
    expect(readiness).toEqual({ status: 503, reason: 'locked' })
    other.exec('rollback')
    expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
    while (readiness.status !== 200) readiness = await readinessOf(url)
    black.close()
    await server.kill()
    other.exec('begin immediate')
    expect((await startProcess(own)).code).toBe('databaseLocked')
    other.close()
    await rm(own, { recursive: true })
  })
})

describe('S1: the lock', () => {
  test('is free straight away when its holder is killed, and then does not name it', async () => {
    const own = await makeFolder()
    const first = await startProcess(own)
    expect((await startProcess(own)).code).toBe('databaseInUse')
    await first.kill('SIGKILL')
    const second = await startProcess(own)
    expect(second.url).toBeDefined()
    const owner = JSON.parse(await readFile(join(own, 'data', 'hokito.db.owner'), 'utf8'))
    expect(owner.pid).toBe(second.child.pid)
    await second.kill()
    await rm(own, { recursive: true })
  })

  test('is one for many that start at once', async () => {
    const own = await makeFolder()
    const all = await Promise.all(Array.from({ length: 6 }, () => startProcess(own)))
    expect(all.map(({ code = 'started' }) => code).toSorted()).toEqual([
      ...Array(5).fill('databaseInUse'),
      'started',
    ])
    for (const one of all) await one.kill()
    await rm(own, { recursive: true })
  })

  test('is kept by a server that its program does not refer to any more', async () => {
    const own = await makeFolder()
    const first = await startProcess(own, {}, { execArgv: ['--expose-gc'] })
    await first.ask('forget')
    expect((await startProcess(own)).code).toBe('databaseInUse')
    await first.kill()
    await rm(own, { recursive: true })
  })

  test('does not stand between databases in memory', async () => {
    const own = await makeFolder()
    const options = { host: 'localhost', port: 0, siteFolder: join(own, 'site') }
    const servers = await Promise.all([startServer(options), startServer(options)])
    for (const server of servers) await server.close()
    await rm(own, { recursive: true })
  })
})

// --- internal ---

async function readinessOf(url: string): Promise<{ status: number; reason: string | undefined }> {
  const response = await fetch(`${url}/readyz`)
  const { reason } = (await response.json()) as { reason?: string }
  return { status: response.status, reason }
}

function at(file: string): Partial<ServerOptions> {
  return { databaseFile: join(folder, file) }
}

/** The error code with which a server in this process fails to start. */
async function codeOfStart(): Promise<string> {
  const siteFolder = join(folder, 'site')
  const options = { host: 'localhost', port: 0, siteFolder }
  try {
    const server = await startServer({ ...options, databaseFile: join(data, 'hokito.db') })
    await server.close()
    return 'started'
  } catch (error) {
    if (error instanceof StartError) return error.code
    throw error
  }
}
