import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sqlite } from '../../server/src/store/sqlite.ts'
import { playerId } from '../../server/test/helpers/ids.ts'
import { inStore } from '../../server/test/helpers/stored.ts'
import { type Ran, runHokito } from './helpers.ts'

let data: string
beforeAll(async () => {
  data = join(await mkdtemp(join(tmpdir(), 'hokito-cli-admin-')), 'data')
  const args = ['serve', '--port', '0', '--data', data]
  await runHokito(args, { interrupted: AbortSignal.abort() })
  const source = { databaseFile: join(data, 'hokito.db'), databaseUrl: undefined }
  await inStore(source, async (db) => {
    const [anna, bert] = [playerId('anna'), playerId('bert')]
    await db
      .insertInto('players')
      .values([
        { id: anna, name: 'Anna', nameKey: 'anna', createdAt: 0 },
        { id: bert, name: 'Bert', nameKey: 'bert', createdAt: 0 },
      ])
      .execute()
    await db
      .insertInto('reports')
      .values({
        reporter: anna,
        reported: bert,
        name: 'Rude Bert',
        reason: 'talk',
        words: 'He was rude',
        game: null,
        saidJson: JSON.stringify([{ by: 'white', at: 0, words: 'You <b>fool' }]),
        at: Date.UTC(2026, 10, 20),
        closedAt: null,
        answer: null,
      })
      .execute()
  })
})
afterAll(() => rm(join(data, '..'), { recursive: true }))

const admin = (...args: string[]): Promise<Ran> => runHokito(['admin', ...args, '--data', data])

describe('hokito admin', () => {
  test('confirms only accounts as teachers', async () => {
    const refused = await admin('teacher', 'Anna', '--why', 'Teaches')
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('is a guest') })
    const nobody = await admin('teacher', 'Nobody', '--off', '--why', 'Left the school')
    expect(nobody).toMatchObject({ code: 1, error: expect.stringContaining('no player is called') })
    expect(await admin('teacher', 'Anna', '--to', 'Bert', '--why', 'Leaves')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--to needs --off'),
    })
  })

  test('lists and shows reports, acts on them, closes them and has a log of all that', async () => {
    expect((await admin('reports')).out).toBe(
      '    1  2026-11-20 00:00:00Z  talk   Bert, reported by Anna\n',
    )
    const shown = await admin('report', '1')
    expect(shown.out).toContain('About:     Rude Bert, now Bert')
    expect(shown.out).toContain('white: You <b>fool')
    const muted = await admin('mute', 'Bert', '--for', '7d', '--why', 'Insults', '--as', 'carl')
    expect(muted).toMatchObject({ code: 0, out: 'Done: mute until 2026-11-27T12:00:00.000Z\n' })
    expect((await admin('report', '1')).out).toContain(
      'Sanction:  muted until 2026-11-27 12:00:00Z',
    )
    expect(await admin('answer', '1', '--why', 'Muted', '--as', 'carl')).toMatchObject({ code: 0 })
    expect((await admin('reports')).out).toBe('No open reports.\n')
    expect((await admin('reports', '--all')).out).toContain('(closed)')
    const lines = (await admin('log')).out.trim().split('\n')
    expect(lines).toEqual([
      '2026-11-20 12:00:00Z  carl: limit mute Bert (mute until 2026-11-27T12:00:00.000Z): Insults',
      '2026-11-20 12:00:00Z  carl: answer report 1 (closed): Muted',
    ])
    expect((await admin('log', 'Anna')).out).toBe('The log is empty.\n')
  })

  test('lists the accounts that ask to teach, and refuses them', async () => {
    expect((await admin('teachers')).out).toBe('Nobody asks to teach.\n')
    const source = { databaseFile: join(data, 'hokito.db'), databaseUrl: undefined }
    await inStore(source, async (db) => {
      const account = { player: playerId('bea'), nameKey: 'bea', createdAt: 0 }
      await db
        .insertInto('players')
        .values({ id: account.player, name: 'Bea', nameKey: 'bea', createdAt: 0 })
        .execute()
      await db
        .insertInto('credentials')
        .values({ ...account, passwordHash: '', renamedAt: null })
        .execute()
      await db
        .insertInto('teachRequests')
        .values({
          player: account.player,
          at: Date.UTC(2026, 10, 20),
          purpose: 'club',
          school: 'Tartu Club',
          answeredAt: null,
          isGranted: null,
          why: null,
        })
        .execute()
    })
    const set = (at: string) => {
      const sqlite = new Sqlite(source.databaseFile)
      sqlite.prepare('update teachRequests set at = ?').run(at)
      sqlite.close()
    }
    for (const bad of ['soon', '-9e300']) {
      set(bad)
      expect((await admin('teachers')).out).toBe('unknown               club    Bea, Tartu Club\n')
    }
    set(String(Date.UTC(2026, 10, 20)))
    expect((await admin('teachers')).out).toBe('2026-11-20 00:00:00Z  club    Bea, Tartu Club\n')
    const both = await admin('teacher', 'Bea', '--refuse', '--off', '--why', 'x')
    expect(both).toMatchObject({ code: 2, error: expect.stringContaining('--refuse or --off') })
    const refuse = () => admin('teacher', 'Bea', '--refuse', '--why', 'Unknown club', '--as', 'x')
    expect(await refuse()).toMatchObject({ out: 'Done: request to teach refused\n' })
    expect((await admin('teachers')).out).toBe('Nobody asks to teach.\n')
    expect(await refuse()).toMatchObject({
      code: 1,
      error: expect.stringContaining('has not asked to teach, or has an answer already'),
    })
  })

  test('says what is wrong', async () => {
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [['mute', 'Nobody', '--why', 'x'], 1, 'no player is called Nobody'],
      [['mute', 'Bert', '--for', 'ever', '--why', 'x'], 2, '--for must be a time'],
      [['mute', 'Bert', '--why', ' '], 2, '--why must give the reason'],
      [['mute', 'Bert'], 2, '--why'],
      [['close', 'Bert', '--why', 'x'], 1, 'is a guest and has no account'],
      [['lift', 'suspend', 'Bert', '--why', 'x'], 1, 'has no such sanction'],
      [['lift', 'all', 'Bert', '--why', 'x'], 2, 'must be mute, suspend or close'],
      [['rename', 'Bert', 'Anna', '--why', 'x'], 1, 'someone else has the new name'],
      [['answer', '9', '--why', 'x'], 1, 'no report with this number'],
      [['report', '9'], 1, 'no report with this number'],
    ]
    for (const [args, code, sentence] of cases) {
      const ran = await admin(...args)
      expect([args, ran.code]).toEqual([args, code])
      expect(ran.error).toContain(sentence)
    }
    const nowhere = await runHokito(['admin', 'reports', '--data', join(data, 'none')])
    expect(nowhere).toMatchObject({ code: 1, out: '' })
  })
})
