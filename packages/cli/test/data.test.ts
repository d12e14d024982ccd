import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  advance,
  begin,
  type CreatedEvent,
  commitmentOf,
  deriveDeal,
  type GameEvent,
  type GameView,
} from '@hokito/protocol'
import { formatDeal } from '@hokito/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Sqlite } from '../../server/src/store/sqlite.ts'
import { gameId, playerId } from '../../server/test/helpers/ids.ts'
import { inStore } from '../../server/test/helpers/stored.ts'
import { hokito, runHokito } from './helpers.ts'

let folder: string
let data: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-cli-data-'))
  data = join(folder, 'data')
  const args = ['serve', '--port', '0', '--data', data]
  await runHokito(args, { interrupted: AbortSignal.abort() })
})
afterAll(() => rm(folder, { recursive: true }))

describe('backup and restore', () => {
  test('copy a database and put it back', async () => {
    const file = join(folder, 'copy.db')
    const backup = await runHokito(['backup', file, '--data', data])
    expect(backup).toMatchObject({ code: 0, error: '' })
    const again = await runHokito(['backup', file, '--data', data])
    expect(again.code).toBe(1)
    expect(again.error).toContain('already exists')
    const other = join(folder, 'other')
    const restore = await runHokito(['restore', file, '--data', other])
    expect(restore).toMatchObject({ code: 0, error: '' })
    expect(await readdir(other)).toContain('hokito.db')
  })

  test('say what is wrong', async () => {
    const none = await runHokito(['backup', join(folder, 'x.db'), '--data', join(folder, 'none')])
    expect(none.error).toContain('there is no database')
    const letter = join(folder, 'letter')
    await writeFile(letter, 'Dear Anna. '.repeat(200))
    const restored = await runHokito(['restore', letter, '--data', join(folder, 'none')])
    expect(restored.code).toBe(1)
    expect(restored.error).toContain('is not a Hokito database')
  })
})

describe('migrate-store', () => {
  test('copies a database into another and says what it compared', async () => {
    const addresses = ['--from', `sqlite:${data}/hokito.db`, '--to', `sqlite:${folder}/moved.db`]
    const { code, out } = await runHokito(['migrate-store', ...addresses])
    expect(code).toBe(0)
    expect(out).toContain('0 games were replayed in both')
    expect(out).not.toContain('character 0')
    expect(out).toContain('with the same secret')
    const again = await runHokito(['migrate-store', ...addresses])
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') })
  })

  test('says which row it could not store, and how many it has changed', async () => {
    const file = join(folder, 'odd.db')
    await runHokito(['backup', file, '--data', data])
    const store = { databaseFile: file, databaseUrl: undefined }
    await inStore(store, (db) =>
      db
        .insertInto('players')
        .values({ id: playerId('cara'), name: 'Ca\0ra', nameKey: 'cara', createdAt: 0 })
        .execute(),
    )
    const moveTo = (name: string) =>
      runHokito(['migrate-store', '--from', `sqlite:${file}`, '--to', `sqlite:${folder}/${name}`])
    const moved = await moveTo('even.db')
    expect(moved.out).toContain('1 of the rows had the character 0 in a text')
    const sqlite = new Sqlite(file)
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec("insert into bots (player, since) values ('nobody000000', 0)")
    sqlite.close()
    const refused = await moveTo('third.db')
    expect(refused).toMatchObject({
      ...{ code: 1, error: expect.stringContaining('does not store the row bots nobody000000 of') },
    })
  })

  test.each([
    ['redis://localhost', 'sqlite:x.db', '--from must be sqlite: followed by a file'],
    ['sqlite:x.db', '', '--to must be sqlite: followed by a file'],
    ['sqlite:x.db', 'postgres://anna:a@b@db.example/hokito', '--to has a @ in its user name'],
    ['sqlite:x.db', 'sqlite:./x.db', '--from and --to are the same database'],
    ['sqlite:nowhere.db', 'sqlite:y.db', 'nowhere.db'],
  ])('says what is wrong with %s or %s', async (from, to, sentence) => {
    const { code, error } = await runHokito(['migrate-store', '--from', from, '--to', to])
    expect(code).not.toBe(0)
    expect(error).toContain(sentence)
  })
})

test.each([['backup'], ['restore']])('%s leaves PostgreSQL to its own tools', async (command) => {
  const env = { DATABASE_URL: 'postgres://anna:secret@db.example/hokito' }
  const { code, error } = await runHokito([command, join(folder, 'x')], { env })
  expect(code).toBe(2)
  expect(error).toContain("for postgres://db.example/hokito, use PostgreSQL's own tools")
})

describe('ratings rebuild', () => {
  const store = () => ({ databaseFile: join(data, 'hokito.db'), databaseUrl: undefined })

  test('says that ratings follow from the games, or puts right what does not', async () => {
    const sound = await runHokito(['ratings', 'rebuild', '--data', data])
    expect(sound).toMatchObject({ code: 0, out: expect.stringContaining('0 rated matches') })
    await inStore(store(), async (db) => {
      const player = { id: playerId('anna'), name: 'Anna', nameKey: 'anna', createdAt: 1 }
      await db.insertInto('players').values(player).execute()
      const rating = { rating: 2900, deviation: 50, volatility: 0.06, matches: 1, ratedAt: 1 }
      await db
        .insertInto('ratings')
        .values({ player: player.id, speed: 'fast', ...rating })
        .execute()
    })
    const wrong = await runHokito(['ratings', 'rebuild', '--data', data])
    expect(wrong).toMatchObject({
      code: 1,
      error: expect.stringContaining('1 stored row does not'),
    })
    const mended = await runHokito(['ratings', 'rebuild', '--write', '--data', data])
    expect(mended).toMatchObject({ code: 0, out: expect.stringContaining('Now all do') })
    expect((await runHokito(['ratings', 'rebuild', '--data', data])).code).toBe(0)
  })

  test('needs a database, and one that answers', async () => {
    const none = await runHokito(['ratings', 'rebuild', '--data', join(folder, 'nothing')])
    expect(none).toMatchObject({ code: 1, error: expect.stringContaining('there is no database') })
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/hokito' }
    const far = await runHokito(['ratings', 'rebuild', '--write'], { env })
    expect(far).toMatchObject({ code: 1, error: expect.stringContaining('does not answer') })
  })
})

describe('export', () => {
  test('writes what there is, to a file that was not there', async () => {
    const file = join(folder, 'games.hgn')
    const exported = await runHokito(['export', file, '--data', data])
    expect(exported).toMatchObject({ code: 0, out: `Wrote 0 games to ${file}\n` })
    expect(await readFile(file, 'utf8')).toBe('')
    const again = await runHokito(['export', file, '--data', data])
    expect(again.code).toBe(1)
    expect(again.error).toContain('already exists')
  })

  test('needs a database', async () => {
    const { code, error } = await runHokito(['export', '--data', join(folder, 'nothing')])
    expect(code).toBe(1)
    expect(error).toContain('there is no database')
  })

  test('says so where PostgreSQL does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/hokito' }
    const { code, error } = await runHokito(['export'], { env })
    expect(code).toBe(1)
    expect(error).toContain('postgres://127.0.0.1:1/hokito does not answer')
  })
})

describe('verify-deal', () => {
  const secret = '5e'.repeat(32)
  const shares = { black: 'aa'.repeat(16), white: 'bb'.repeat(16) }
  const proof = {
    setup: 'standard',
    commitment: commitmentOf(secret),
    secret,
    shares,
    deal: formatDeal(deriveDeal('standard', secret, shares)),
  }

  test('confirms a deal that nobody chose', async () => {
    const { code, out } = await hokito(['verify-deal', '-'], JSON.stringify(proof))
    expect(code).toBe(0)
    expect(out).toContain(`${proof.deal} follows from the secret`)
  })

  test.each([
    ['another deal', { deal: '77.1234567' }, 'lead to another deal'],
    [
      'another secret',
      { secret: '5f'.repeat(32) },
      'not the one to which the server had committed',
    ],
    ['no secret', { secret: undefined }, 'neither a game nor a proof'],
  ])('refuses %s', async (_, change, sentence) => {
    const { code, error } = await hokito(
      ['verify-deal', '-'],
      JSON.stringify({ ...proof, ...change }),
    )
    expect(code).toBe(1)
    expect(error).toContain(sentence)
  })

  test('asks for the earlier game of a deal that was kept, and confirms it with that', async () => {
    const file = (name: string) => join(folder, `${name}.json`)
    const earlier = gameId('first')
    const first = gameWith({ game: earlier, commitment: proof.commitment })
    const { deal } = proof
    const told: GameEvent[] = [
      { kind: 'shared', at: 1, color: 'black', share: shares.black },
      { kind: 'shared', at: 1, color: 'white', share: shares.white },
      { kind: 'dealt', at: 1, deal, proof: { setup: 'standard', secret } },
      { kind: 'ended', at: 2, ending: { kind: 'aborted', winner: 'nobody' }, by: 'black' },
    ]
    await writeFile(file('first'), JSON.stringify(told.reduce(advance, first)))
    const second = gameWith({ game: gameId('second'), keptFrom: earlier })
    await writeFile(file('second'), JSON.stringify(advance(second, { kind: 'dealt', at: 3, deal })))
    const alone = await runHokito(['verify-deal', file('second')])
    expect(alone.code).toBe(1)
    expect(alone.error).toContain(`was made in the earlier game ${earlier}`)
    const both = await runHokito(['verify-deal', file('second'), file('first')])
    expect(both.out).toContain(`${deal} follows from the secret`)
    const wrong = await runHokito(['verify-deal', file('second'), file('second')])
    expect(wrong.error).toContain('not the game that this deal comes from')
  })

  test('wants JSON', async () => {
    const { code, error } = await hokito(['verify-deal', '-'], 'hello')
    expect(code).toBe(1)
    expect(error).toContain('is not JSON')
  })
})

/** A random game between two, as it begins. */
function gameWith(change: Partial<CreatedEvent>): GameView {
  return begin({
    kind: 'created',
    at: 0,
    game: gameId('game'),
    terms: {
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: { kind: 'none' },
      allowsTakebacks: false,
      games: 1,
    },
    seats: {
      black: { id: playerId('anna'), name: 'Anna' },
      white: { id: playerId('bert'), name: 'Bert' },
    },
    ...change,
  })
}
