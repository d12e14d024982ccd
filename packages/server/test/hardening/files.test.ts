import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '../../src/index.ts'
import { runHokito, spawnHokito, startProcess } from '../helpers/processes.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }
/** Root can act as another user, who may not have access to the folder of this checkout. */
const canBeNobody = process.getuid?.() === 0 && (await runHokito(['--version'], NOBODY)).code === 0

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function modesIn(where: string): Promise<Readonly<Record<string, string>>> {
  const modes: [string, string][] = []
  for (const name of (await readdir(where)).toSorted()) {
    modes.push([name, ((await stat(join(where, name))).mode & 0o777).toString(8)])
  }
  return Object.fromEntries(modes)
}

/** Runs `hokito serve` under a umask until it serves, calls `look`, and stops it. */
async function whileServing<T>(data: string, umask: string, look: () => Promise<T>): Promise<T> {
  const before = process.umask(Number.parseInt(umask, 8))
  const child = spawnHokito(['serve', '--data', data])
  process.umask(before)
  for await (const piece of child.stdout ?? []) if (String(piece).includes('kept in')) break
  const seen = await look()
  child.kill('SIGTERM')
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  return seen
}

const ALL_PRIVATE = {
  'hokito.db': '600',
  'hokito.db-shm': '600',
  'hokito.db-wal': '600',
  'hokito.db.lock': '600',
  'hokito.db.owner': '600',
  secret: '600',
}

describe('S18: what the server keeps can be read by its owner alone', () => {
  test.each(['000', '022', '277'])('with umask %s', async (umask) => {
    const data = join(folder, 'data')
    const seen = await whileServing(data, umask, async () => ({
      modes: await modesIn(data),
      folder: ((await stat(data)).mode & 0o777).toString(8),
    }))
    expect(seen).toEqual({ modes: ALL_PRIVATE, folder: '700' })
  })

  test('also where files of an older version could be read by others', async () => {
    const data = join(folder, 'data')
    await whileServing(data, '022', async () => undefined)
    await chmod(data, 0o755)
    for (const name of await readdir(data)) await chmod(join(data, name), 0o644)
    const seen = await whileServing(data, '022', () => modesIn(data))
    expect(seen).toEqual(ALL_PRIVATE)
    // The folder may hold other things, so its mode is left to the owner.
    expect((await stat(data)).mode & 0o777).toBe(0o755)
  })

  test('and so can a backup of it, which leaves nothing else beside it', async () => {
    const data = join(folder, 'data')
    await whileServing(data, '000', async () => undefined)
    const copies = join(folder, 'copies')
    const from = join(data, 'hokito.db')
    await backupDatabase(from, join(folder, 'copy.db'))
    expect(await modesIn(folder)).toEqual({ 'copy.db': '600', data: '700' })
    const restored = await runHokito(['restore', join(folder, 'copy.db'), '--data', copies])
    expect(restored.code).toBe(0)
    expect(await modesIn(copies)).toEqual({ 'hokito.db': '600', 'hokito.db.lock': '600' })
    expect((await stat(copies)).mode & 0o777).toBe(0o700)
  })
})

describe('S15: a start says what to do', () => {
  test.each([
    ['is empty', '', /secret is empty; a secret needs at least 32 characters: restore the file/],
    [
      'is blank',
      '\n  \n',
      /secret is empty; a secret needs at least 32 characters: restore the file/,
    ],
    [
      'is short',
      'abc\n',
      /secret has only 3 characters; a secret needs at least 32 characters: restore the file/,
    ],
  ])('where the file of the secret %s, and leaves it', async (_, content, sentence) => {
    const file = join(folder, 'secret')
    await writeFile(file, content)
    const ran = await runHokito(['serve', '--data', folder])
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toMatch(sentence)
    expect((await stat(file)).size).toBe(content.length)
  })

  test.skipIf(!canBeNobody)('where the folder may not be written', async () => {
    await chmod(folder, 0o755)
    const ran = await runHokito(['serve', '--data', folder], NOBODY)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toContain('cannot be written to: give this user permission')
  })

  test.skipIf(!canBeNobody)('where the database may not be written', async () => {
    const data = join(folder, 'data')
    await whileServing(data, '022', async () => undefined)
    for (const path of [folder, data]) await chmod(path, 0o777)
    await rm(join(data, 'hokito.db.lock'))
    const ran = await runHokito(['serve', '--data', data], NOBODY)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toContain('cannot be written to: give this user permission')
  })

  test('where the database is none, or a folder', async () => {
    await writeFile(join(folder, 'letter.db'), 'Dear Anna. '.repeat(500))
    for (const name of ['letter.db', '']) {
      const databaseFile = join(folder, name)
      const siteFolder = folder
      await writeFile(join(folder, 'index.html'), '')
      const { code } = await startProcess(folder, { databaseFile, siteFolder })
      expect(code).toBe('databaseUnusable')
    }
    expect((await stat(folder)).isDirectory()).toBe(true)
  })
})

test.skipIf(process.platform !== 'linux')(
  'S22: where few files may be open the command says so, and a server says how many pages it takes',
  async () => {
    const few = await underLimit(200, ['serve', '--data', join(folder, 'data')])
    expect(few).toContain('only 200 open files are allowed here, and 448 are needed: run')
    const some = await underLimit(500, ['serve', '--data', join(folder, 'data')])
    expect(some).toContain('enough for about 400 pages at once: for more, run')
    expect(some).toContain('Hokito is served on')
  },
)

// --- internal ---

/** The output of `hokito` with a limit on open files, until it serves or ends. */
async function underLimit(files: number, args: readonly string[]): Promise<string> {
  const child = spawnHokito(args, {}, ['bash', '-c', `ulimit -n ${files}; exec "$@"`, 'bash'])
  let said = ''
  child.stderr?.on('data', (piece) => {
    said += String(piece)
  })
  child.stdout?.on('data', (piece) => {
    said += String(piece)
    if (said.includes('kept in')) child.kill('SIGTERM')
  })
  await new Promise((resolve) => child.once('close', resolve))
  return said
}
