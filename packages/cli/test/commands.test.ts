import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  arrange,
  endingOnBoard,
  formatRecord,
  newRecord,
  parseDeal,
  parsePosition,
  type Result,
  start,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawBoard } from '../src/board-view.ts'
import { runHokito, slowReader } from './helpers.ts'

const LATE = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('show', () => {
  test('draws a position with its marks, heights, score and moves', async () => {
    const { code, out } = await runHokito(['show', LATE])
    expect(code).toBe(0)
    expect(out).toContain('○┃┃┃×4')
    expect(out).toContain('●┃┃×8')
    expect(out).toContain(LATE)
    expect(out).toContain('score  black 20, white 44')
  })

  test('takes the two words of an HFEN apart as well as together', async () => {
    expect((await runHokito(['show', ...LATE.split(' ')])).out).toContain(LATE)
  })

  test('--json gives facts that a program can read', async () => {
    const { out } = await runHokito(['show', LATE, '--json', '--end-rule', 'onTurn'])
    const facts: unknown = JSON.parse(out)
    expect(facts).toMatchObject({
      hfen: LATE,
      endRule: 'onTurn',
      turn: 'black',
      score: { black: 20, white: 44 },
      gameOver: false,
    })
  })

  test('tells how a finished game ended', async () => {
    const { out } = await runHokito(['show', 'a-----/------/------/------/------/-----B2 b'])
    expect(out).toContain('over: white wins')
  })

  test('--compensation gives White points, which decide a finished game', async () => {
    const over = 'a-----/------/------/------/------/-----A b'
    const { out } = await runHokito(['show', over, '--compensation', '0.5'])
    expect(out).toContain('score  black 1, white 1 + 0.5')
    expect(out).toContain('over: white wins')
    const refused = await runHokito(['show', over, '--compensation', '40.5'])
    expect(refused.error).toContain('--compensation must be 0 to 40 in halves')
  })
})

describe('the board', () => {
  const position = expectOk(parsePosition(LATE, 'either'))
  const lastMove = { from: 0, to: 2 }

  test('marks the last move without colour', () => {
    const board = drawBoard(position, { hasColor: false, lastMove })
    expect(board).toContain('1  │[   ·   ]│    ·    │[ ●┃┃×8 ]│')
    expect(board.match(/\[/g)).toHaveLength(2)
  })

  test.each([
    [80, 64],
    [64, 64],
    [63, 45],
    [46, 45],
  ])('in %i columns is at most %i wide', (columns, width) => {
    const lines = drawBoard(position, { hasColor: false, columns }).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    expect(lines.length).toBeLessThanOrEqual(14)
  })

  test('turned round has White below', () => {
    const lines = drawBoard(position, { hasColor: false, isFlipped: true, columns: 50 }).split('\n')
    expect(lines[0]).toMatch(/^1 /)
    expect(lines.at(-1)?.trim()).toMatch(/^f +e +d +c +b +a$/)
  })

  test('says the same with and without colour', () => {
    const plain = drawBoard(position, { hasColor: false, lastMove })
    const colored = drawBoard(position, { hasColor: true, lastMove })
    const codes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    expect(colored).not.toBe(plain)
    expect(colored.replace(codes, '')).toBe(plain)
  })
})

describe('moves', () => {
  test('are listed by origin', async () => {
    const { out } = await runHokito(['moves', '77.1234567'])
    expect(out).toContain('a1: b1 a2\n')
    expect(out.trim().split('\n')).toHaveLength(18)
  })

  test('--json lists them as texts', async () => {
    const moves: unknown = JSON.parse((await runHokito(['moves', '77.1234567', '--json'])).out)
    expect(moves).toHaveLength(117)
    expect(moves).toContain('a1a2')
  })

  test('may be none', async () => {
    const { code, out } = await runHokito(['moves', 'a-----/------/------/------/------/------ w'])
    expect({ code, out }).toEqual({ code: 0, out: 'no moves\n' })
  })
})

describe('perft', () => {
  test('counts as the fixtures do', async () => {
    const file = new URL('../../../fixtures/perft.json', import.meta.url)
    const rows: readonly { hfen: string; onTurn: number[] }[] = JSON.parse(
      await readFile(file, 'utf8'),
    )
    for (const { hfen, onTurn } of rows.slice(0, 3)) {
      const { out } = await runHokito(['perft', '2', hfen, '--end-rule', 'onTurn'])
      expect(out).toBe(`nodes ${onTurn[1]}\n`)
    }
  })

  test('--divide adds up to the whole', async () => {
    const { out } = await runHokito(['perft', '2', LATE, '--divide', '--json'])
    const { nodes, moves }: { nodes: number; moves: Record<string, number> } = JSON.parse(out)
    expect(Object.values(moves).reduce((sum, count) => sum + count, 0)).toBe(nodes)
  })

  test('fails when it is interrupted', async () => {
    const interrupted = AbortSignal.abort()
    const { code, error } = await runHokito(['perft', '9', '77.1'], { interrupted })
    expect(code).toBe(1)
    expect(error).toContain('interrupted')
  })
})

describe('deal', () => {
  test.each(['standard', 'mirrored', 'scattered'])(
    'draws %s deals that are deals',
    async (kind) => {
      const { out } = await runHokito(['deal', '--kind', kind, '--count', '20'])
      const ids = out.trim().split('\n')
      expect(new Set(ids).size).toBe(20)
      for (const id of ids) expect(arrange(expectOk(parseDeal(id)))).toHaveLength(36)
    },
  )

  test('--json gives the position as well', async () => {
    const { out } = await runHokito(['deal', '--json'])
    const { id, hfen }: { id: string; hfen: string } = JSON.parse(out)
    expect(expectOk(parsePosition(hfen, 'either')).board).toHaveLength(36)
    expect(start(expectOk(parseDeal(id)), 'either').turn).toBe('black')
  })

  test.each(['0.17153135', '77.1234567', '7.7', 's2417367987991170404826482'])(
    'writes the pieces of %s so that they give its number again',
    async (id) => {
      const { out } = await runHokito(['deal', '--pieces', id])
      expect((await runHokito(['deal', '--arrange', out.trim()])).out).toBe(`${id}\n`)
    },
  )

  test('reads Black’s values from a1 and White’s from f6', async () => {
    const pieces = '111111/222222/333333 333333/222222/111111'
    const { out } = await runHokito(['deal', '--arrange', pieces, '--json'])
    expect(JSON.parse(out)).toEqual({
      id: '0.17153135',
      hfen: 'CCCCCC/BBBBBB/AAAAAA/cccccc/bbbbbb/aaaaaa b',
    })
  })

  test.each([
    ['another character', '1114', 'a value must be 1, 2 or 3', 3],
    [
      'a seventh piece of a kind',
      '1111111',
      "this is Black's seventh 1, and there are only six",
      6,
    ],
    ['too few', '111111/222222/333333 33', '36 pieces are needed, and there are only 20', 23],
    ['too many', '111111222222333333 1112223331112223331', 'there are more than 36 pieces', 37],
    ['a letter that is no piece', 'abcABCd', 'a piece must be one of a, b, c, A, B, C', 6],
  ])('says what is wrong with %s, and where', async (_, pieces, why, at) => {
    const { code, error } = await runHokito(['deal', '--arrange', pieces])
    expect(code).toBe(2)
    expect(error).toContain(`${why}\n  ${pieces}\n  ${' '.repeat(at)}^`)
  })
})

describe('replay', () => {
  test('waits for a slow reader after each game, and so does deal', async () => {
    const slow = slowReader()
    const { out } = await runHokito(['deal', '--count', '3'], slow.world)
    expect(out.trim().split('\n')).toHaveLength(3)
    await runHokito(['replay', await saveGames('slow.hgn', [1, 2, 3])], slow.world)
    expect(slow.early).toBe(0)
  })

  test('shows a game board by board', async () => {
    const file = await saveGames('one.hgn', [1])
    const { code, out } = await runHokito(['replay', file])
    expect(code).toBe(0)
    expect(out).toContain('Game 1: Black – White')
    expect(out.match(/^ {8}a {9}b/gm)).toHaveLength(seededGame(1, 'either').positions.length)
    expect(out).toContain('(stuck)')
  })

  test('--json gives one line a game, also from standard input', async () => {
    const file = await saveGames('many.hgn', [1, 2, 3])
    const fromFile = await runHokito(['replay', file, '--json'])
    const lines = (await readFile(file, 'utf8')).split('\n')
    const fromInput = await runHokito(['replay', '-', '--json'], { input: lines })
    expect(fromInput.out).toBe(fromFile.out)
    const games = fromFile.out.trim().split('\n')
    expect(games).toHaveLength(3)
    expect(JSON.parse(games[0] ?? '')).toMatchObject({ endRule: 'either' })
  })

  test('goes on after a broken game, names the place, and fails', async () => {
    const file = await saveGames('broken.hgn', [1, 2])
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/1\. (\w{4})/, '1. a1f6'))
    const { code, out, error } = await runHokito(['replay', file, '--json'])
    expect(code).toBe(1)
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(error).toMatch(/game 1, half-move 1, line \d+, column 4: the move is not possible/)
    expect(error).toMatch(/\(found "a1f6", the hops from a1 do not end on f6|single/)
  })

  test.each([
    ['nowhere.hgn', undefined, 'no such file'],
    ['empty.hgn', '', 'has no game in it'],
    ['bytes.hgn', Uint8Array.of(0x5b, 0xff, 0xfe), 'it is not UTF-8 text'],
  ])('%s is refused', async (name, content, sentence) => {
    const file = join(folder, name)
    if (content !== undefined) await writeFile(file, content)
    const { code, error } = await runHokito(['replay', file])
    expect(code).toBe(1)
    expect(error).toContain(sentence)
  })
})

describe('serve', () => {
  test('says what to do when the port is taken', async () => {
    const taken = createServer()
    await once(taken.listen(0, 'localhost'), 'listening')
    const address = taken.address()
    const PORT = String(typeof address === 'object' ? address?.port : '')
    const env = { PORT, HOKITO_DATA: join(folder, 'taken') }
    const { code, error } = await runHokito(['serve'], { env })
    expect(code).toBe(1)
    expect(error).toContain(`port ${PORT} is already in use`)
    taken.close()
  })

  test('knows no such host', async () => {
    const env = { HOST: 'no-such-host.invalid', PORT: '0', HOKITO_DATA: join(folder, 'nohost') }
    const { code, error } = await runHokito(['serve'], { env })
    expect(code).toBe(1)
    expect(error).toContain('this machine has no address no-such-host.invalid')
  })

  test('takes empty variables for absent ones, and keeps games and secret where it says', async () => {
    const interrupted = AbortSignal.abort()
    const data = join(folder, 'served')
    const args = ['serve', '--port', '0', '--data', data]
    const { code, out } = await runHokito(args, { env: { HOST: '', PORT: '' }, interrupted })
    expect(code).toBe(0)
    expect(out).toMatch(/^Hokito is served on http:\/\/localhost:\d+\n/)
    expect(out).toContain(`Online games are kept in ${join(data, 'hokito.db')}\n`)
    const secret = await readFile(join(data, 'secret'), 'utf8')
    expect(secret).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
    await runHokito(args, { interrupted })
    expect(await readFile(join(data, 'secret'), 'utf8')).toBe(secret)
  })

  test.each([
    [{ HOKITO_URL: 'hokito' }, 'HOKITO_URL must be the address that people open'],
    [{ HOKITO_SECRET: 'short' }, 'HOKITO_SECRET must have at least 32 characters'],
    [{ HOKITO_NODE: 'Node 1' }, 'HOKITO_NODE must be the name of this server'],
    [{ HOKITO_PROXIES: 'some' }, 'HOKITO_PROXIES must be the number of proxies'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, error, warn, info or debug'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be sqlite: followed by a file'],
    [{ DATABASE_URL: 'postgres://x:y' }, 'DATABASE_URL must be sqlite: followed by a file'],
    [
      { DATABASE_URL: 'postgres://anna:12#secret@127.0.0.1/y' },
      'DATABASE_URL has a # in its user name or password: write it as %23',
    ],
    [
      { DATABASE_URL: 'postgres://anna:secret@127.0.0.1:1/y' },
      'postgres://127.0.0.1:1/y does not answer: make sure that PostgreSQL is running there',
    ],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be the address of a Redis'],
    [
      { REDIS_URL: 'redis://localhost', HOKITO_SECRET: 's'.repeat(32) },
      'REDIS_URL is for several servers on one PostgreSQL database',
    ],
    [
      { REDIS_URL: 'redis://localhost', DATABASE_URL: 'postgres://127.0.0.1:1/y' },
      'HOKITO_SECRET is missing',
    ],
    [{ HOKITO_DATA: '/dev/null/x' }, 'set HOKITO_DATA to another folder (ENOTDIR'],
  ])('says what to set: %o', async (env, sentence) => {
    const { code, error } = await runHokito(['serve', '--port', '0'], { env })
    expect(code).toBeGreaterThan(0)
    expect(error).toContain(sentence)
  })

  test('does not touch a file that is no database', async () => {
    const file = join(folder, 'letter.txt')
    await writeFile(file, 'Dear Anna, this is no database. '.repeat(100))
    const env = { DATABASE_URL: `sqlite:${file}`, HOKITO_DATA: folder }
    const { code, error } = await runHokito(['serve', '--port', '0'], { env })
    expect(code).toBe(1)
    expect(error).toContain('cannot be opened as a database')
    expect(await readFile(file, 'utf8')).toContain('Dear Anna')
  })

  test.each(['high', '70000', '-1', '1e3'])('refuses the port %s', async (PORT) => {
    const { code, error } = await runHokito(['serve'], { env: { PORT } })
    expect(code).toBe(2)
    expect(error).toContain('PORT must be a whole number from 0 to 65535')
  })
})

// --- internal ---

async function saveGames(name: string, seeds: readonly number[]): Promise<string> {
  const file = join(folder, name)
  const texts = seeds.map((seed) => {
    const { positions, moves } = seededGame(seed, 'either')
    const [position, final] = [positions[0], positions.at(-1)]
    if (position === undefined || final === undefined) throw new Error('a game has positions')
    const record = newRecord({ kind: 'position', position }, 'either')
    return formatRecord({ ...record, moves, ending: endingOnBoard(final) })
  })
  await writeFile(file, texts.join('\n'))
  return file
}

function expectOk<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
