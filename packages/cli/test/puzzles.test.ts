import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHokito } from './helpers.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-cli-puzzles-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A pack of five games of one seed, made by the command. */
async function made(name: string, games = 5): Promise<string> {
  const file = join(folder, name)
  const args = ['puzzles', 'make', '--games', String(games), '--seed', '5', '--out', file]
  const { code, out } = await runHokito(args)
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^\\d+ puzzles from ${games} games of seed 5 in `))
  return file
}

describe('puzzles make', () => {
  test('goes on where it was, and comes to the same', async () => {
    const whole = await made('whole')
    const inParts = await made('parts', 2)
    expect(await readFile(inParts, 'utf8')).not.toBe(await readFile(whole, 'utf8'))
    await made('parts')
    expect(await readFile(inParts, 'utf8')).toBe(await readFile(whole, 'utf8'))
    expect(await readdir(folder)).toEqual(['parts', 'whole'])
  })

  test('keeps what there is when it is interrupted, and says so', async () => {
    const out = join(folder, 'interrupted')
    const args = ['puzzles', 'make', '--games', '5', '--out', out]
    const ran = await runHokito(args, { interrupted: AbortSignal.abort() })
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('0 puzzles from 0 games')
    expect((await runHokito(['puzzles', 'list', out])).code).toBe(0)
  })

  test('refuses a file of another seed, and one that is no pack', async () => {
    const file = await made('seeded', 2)
    const args = ['puzzles', 'make', '--games', '9', '--out', file]
    const other = await runHokito([...args, '--seed', '6'])
    expect(other.code).toBe(2)
    expect(other.error).toContain('was begun with --seed 5')
    await writeFile(file, 'Dear Anna')
    const letter = await runHokito(args)
    expect(letter.code).toBe(1)
    expect(letter.error).toContain('line 1: this is not a pack of puzzles')
    expect(await readFile(file, 'utf8')).toBe('Dear Anna')
  })

  test('takes games from records, and goes on with them', async () => {
    const games = join(folder, 'games.hgn')
    const selfplay = ['selfplay', '--level', '4', '--games', '4', '--random-plies', '4']
    await runHokito([...selfplay, '--seed', '2', '--out', games])
    const file = join(folder, 'from')
    const args = ['puzzles', 'make', '--from', games, '--out', file]
    expect((await runHokito([...args, '--games', '2'])).out).toMatch(/ from 2 games in /)
    expect((await runHokito(args)).out).toMatch(/^[1-9]\d* puzzles? from 4 games in /)
    expect((await runHokito(['puzzles', 'check', file])).code).toBe(0)
    const whole = join(folder, 'from-whole')
    await runHokito(['puzzles', 'make', '--from', games, '--out', whole])
    expect(await readFile(file, 'utf8')).toBe(await readFile(whole, 'utf8'))
    const other = await runHokito(['puzzles', 'make', '--seed', '5', '--out', file])
    expect(other.error).toContain('was begun with --from')
    const both = await runHokito([...args, '--seed', '5'])
    expect(both.code).toBe(2)
  })

  test('says which record is broken', async () => {
    const games = join(folder, 'broken.hgn')
    await writeFile(games, '[Deal "77.1"]\n\n1. a1a1 *\n')
    const args = ['puzzles', 'make', '--from', games, '--out', join(folder, 'never')]
    const ran = await runHokito(args)
    expect(ran.code).toBe(1)
    expect(ran.error).toContain('broken.hgn: ')
    expect(await readdir(folder)).not.toContain('never')
  })

  test('says where it cannot write', async () => {
    const out = join(folder, 'none', 'pack')
    const ran = await runHokito(['puzzles', 'make', '--games', '1', '--out', out])
    expect(ran.code).toBe(1)
    expect(ran.error).toContain('cannot be written')
  })
})

describe('puzzles check', () => {
  test('proves all of a pack', async () => {
    const file = await made('checked')
    const { code, out, error } = await runHokito(['puzzles', 'check', file])
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out).toMatch(/^\d+ puzzles checked in .* s: all proved\n$/)
  })

  test('says in which line a pack was changed', async () => {
    const file = await made('changed')
    const lines = (await readFile(file, 'utf8')).split('\n')
    const changed = lines.with(3, lines[3]?.replace(/ \d+ /, ' 999 ') ?? '')
    await writeFile(file, changed.join('\n'))
    const { code, out, error } = await runHokito(['puzzles', 'check', file])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain('line 4: this has been changed since the pack was made')
  })

  test('stops when it is interrupted', async () => {
    const file = await made('stopped', 2)
    const ran = await runHokito(['puzzles', 'check', file], { interrupted: AbortSignal.abort() })
    expect(ran).toMatchObject({ code: 1, out: '' })
  })
})

describe('puzzles list', () => {
  test('gives a line of JSON a puzzle', async () => {
    const file = await made('listed')
    const { code, out } = await runHokito(['puzzles', 'list', '--json', file])
    expect(code).toBe(0)
    const puzzles = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(puzzles.length).toBeGreaterThan(0)
    for (const puzzle of puzzles) {
      expect(puzzle).toEqual({
        id: expect.stringMatching(/^[0-9a-z]{7}$/),
        hfen: expect.stringMatching(/ [bw]$/),
        endRule: expect.stringMatching(/^(either|onTurn)$/),
        kind: expect.stringMatching(/^(win|draw|margin)$/),
        solution: expect.arrayContaining([expect.stringMatching(/^([a-f][1-6]){2}$/)]),
        rating: expect.any(Number),
        themes: expect.any(Array),
      })
    }
  })

  test('shows the puzzles that come with it to people', async () => {
    const { code, out } = await runHokito(['puzzles', 'list'])
    expect(code).toBe(0)
    const [first = ''] = out.split('\n')
    expect(first).toMatch(/^\w{7} {2}(win|draw|margin) {2}(either|onTurn) {2}\d+ {2}"/)
  })
})
