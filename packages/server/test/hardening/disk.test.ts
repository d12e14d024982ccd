import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { legalMoves } from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '../../src/index.ts'
import { pairUp } from '../helpers/page.ts'
import { makeFolder, runHokito, startProcess } from '../helpers/processes.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../helpers/small-disk.ts'

describe.skipIf(!canMount)('S15: on a small disk', () => {
  let folder = ''
  let disk: SmallDisk
  let databaseFile = ''
  beforeEach(async () => {
    folder = await makeFolder()
    disk = mountSmallDisk(40)
    databaseFile = join(disk.folder, 'hokito.db')
  })
  afterEach(async () => {
    disk.remove()
    await rm(folder, { recursive: true })
  })

  test('that fills up, readiness and the log say so, and play goes on when there is room', async () => {
    const server = await startProcess(folder, { databaseFile })
    const url = server.url ?? expect.fail('no server')
    const { black, white, game } = await pairUp(url)
    expect(await readinessOf(url)).toBe('200 ready')
    await fill(disk.folder)
    await comesTrue(async () => (await readinessOf(url)) === '503 diskFull')
    const [move] = legalMoves(black.position(game))
    const refused = await black.move(game, move ?? expect.fail())
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'internal' } })
    expect(server.log()).toContain('database or disk is full')
    expect(server.log()).not.toContain('cannot rollback')
    await rm(join(disk.folder, 'filler'))
    await comesTrue(async () => (await readinessOf(url)) === '200 ready')
    expect((await black.move(game, move ?? expect.fail())).ok).toBe(true)
    await white.sees(game, ({ moves }) => moves.length === 1)
    for (const page of [black, white]) page.close()
    await server.kill()
  })

  test('that is full, a server stops in order', async () => {
    const server = await startProcess(folder, { databaseFile })
    await fill(disk.folder)
    expect(await server.ask('stop')).toEqual({ code: 'stopped' })
    await server.kill()
    await rm(join(disk.folder, 'filler'))
    const next = await startProcess(folder, { databaseFile })
    expect(next.url).toBeDefined()
    await next.kill()
  })

  test('that is full, no server starts and it says what to do', async () => {
    await fill(disk.folder)
    expect((await startProcess(folder, { databaseFile })).code).toBe('diskFull')
    const ran = await runHokito(['serve', '--data', disk.folder])
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toContain('is full: free some space')
  })

  test('that is full, a backup leaves nothing and says so', async () => {
    const server = await startProcess(folder)
    await fill(disk.folder)
    const from = join(folder, 'data', 'hokito.db')
    const copied = await backupDatabase(from, join(disk.folder, 'copy.db'))
    expect(copied).toEqual({ ok: false, error: { code: 'diskFull' } })
    await server.kill()
  })

  test('that has become read-only, readiness says so and a start says what to do', async () => {
    const server = await startProcess(folder, { databaseFile })
    await server.kill()
    disk.makeReadOnly()
    expect((await startProcess(folder, { databaseFile })).code).toBe('databaseReadOnly')
    const ran = await runHokito(['serve', '--data', disk.folder])
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.error).toMatch(/read-only|cannot be written to/)
  })
})

// --- internal ---

async function readinessOf(url: string): Promise<string> {
  const response = await fetch(`${url}/readyz`)
  const { status, reason } = (await response.json()) as { status: string; reason?: string }
  return `${response.status} ${reason ?? status}`
}

async function comesTrue(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Writes until the disk is full. */
async function fill(folder: string): Promise<void> {
  const handle = await open(join(folder, 'filler'), 'w')
  for (const size of [1_000_000, 4096]) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) {
        const { bytesWritten } = await handle.write(piece)
        if (bytesWritten < size) break
      }
    } catch {
      // The error is expected.
    }
  }
  await handle.close()
}
