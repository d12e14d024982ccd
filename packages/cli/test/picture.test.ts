import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawBoard, PLAIN_MANNER, scenesOf } from '@hokito/picture'
import { formatRecord, lineOf, newRecord, parsePosition } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hokito } from './helpers.ts'

const LATE = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'
const GAME = seededGame(4, 'either')
const MOVES = GAME.moves.slice(0, 5)
const SCENES = scenesOf({ positions: GAME.positions.slice(0, 6), moves: MOVES })
const [FIRST] = GAME.positions
if (FIRST === undefined) throw new Error('a game has a first position')
const HGN = formatRecord({
  ...newRecord({ kind: 'position', position: FIRST }, 'either'),
  ...lineOf(MOVES),
})

let folder: string
let game: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-picture-'))
  game = join(folder, 'game.hgn')
  await writeFile(game, HGN)
  await mkdir(join(folder, 'folder'))
})
afterAll(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

describe('picture', () => {
  test('is the drawing that site and server make', async () => {
    const late = parsePosition(LATE, 'either')
    const position = late.ok ? late.value : expect.fail('no position')
    const { code, out } = await hokito(['picture', LATE])
    expect(code).toBe(0)
    expect(out).toBe(`${drawBoard({ position }, 660)}\n`)
    expect((await hokito(['picture', ...LATE.split(' ')])).out).toBe(out)
    expect((await hokito(['picture', '-'], `${LATE}\n`)).out).toBe(out)
  })

  test('shows a game after its last move, or after any', async () => {
    expect((await hokito(['picture', game])).out).toBe(
      `${drawBoard(SCENES[5] ?? expect.fail(), 660)}\n`,
    )
    const sets = { board: 'paper', pieces: 'paper' } as const
    const manner = { ...PLAIN_MANNER, theme: 'dark', sets, orientation: 'white' } as const
    const look = ['--theme', 'dark', '--board', 'paper', '--pieces', 'paper', '--view', 'white']
    const words = ['--ply', '2', '--size', '300', ...look]
    const { out } = await hokito(['picture', game, ...words])
    expect(out).toBe(`${drawBoard(SCENES[2] ?? expect.fail(), 300, manner)}\n`)
    expect((await hokito(['picture', '-', ...words], HGN)).out).toBe(out)
  })

  test('is written to a file as that ends, or as --format says', async () => {
    const starts = async (name: string) => (await readFile(at(name))).toString('latin1', 0, 6)
    const make = async (...words: readonly string[]) => {
      expect(await hokito(['picture', game, ...words])).toEqual({ code: 0, out: '', error: '' })
    }
    await make('--out', at('a.svg'))
    expect(await starts('a.svg')).toBe('<svg x')
    await make('--out', at('a.png'), '--size', '100')
    expect((await readFile(at('a.png'))).readUInt32BE(16)).toBe(100)
    await make('--out', at('a.GIF'), '--size', '64')
    expect(await starts('a.GIF')).toBe('GIF89a')
    await make('--out', at('a'), '--format', 'png')
    expect(await starts('a')).toContain('PNG')
  })

  test.each([
    { words: ['nosuch.hgn'], code: 1, says: 'nosuch.hgn cannot be read: there is no such file' },
    { words: ['-----/x'], code: 1, says: 'cannot be read: there is no such file' },
    { words: ['a/b/c/d/e/f', 'b'], code: 2, says: 'this position cannot be read' },
    { words: ['99.99999999999'], code: 2, says: 'this deal cannot be read' },
    { words: ['77.1', '--format', 'png'], code: 2, says: 'a PNG needs a file: --out FILE' },
    { words: ['77.1', '--out', 'x.gif'], code: 2, says: 'there are no moves here' },
    { words: ['77.1', '--out', 'x.bmp'], code: 2, says: '--format is needed' },
    {
      words: ['77.1', '--size', '63'],
      code: 2,
      says: '--size for svg must be a whole number from 64 to 2048',
    },
    { words: ['77.1', '--size', '721', '--out', 'x.gif'], code: 2, says: 'from 64 to 720' },
    { words: ['77.1', '--size', 'big'], code: 2, says: 'not big' },
    { words: ['77.1', '--theme', 'pink'], code: 2, says: "'--theme <theme>'" },
    { words: ['77.1', '--ply', '1'], code: 2, says: '--ply must be at most 0' },
    { words: [], code: 2, says: "missing required argument 'source'" },
  ])('says what is wrong: $words', async ({ words, code, says }) => {
    const ran = await hokito(['picture', ...words])
    expect([ran.code, ran.out]).toEqual([code, ''])
    expect(ran.error).toContain(says)
  })

  test('says what is wrong with a file', async () => {
    const error = async (...words: readonly string[]) => (await hokito(['picture', ...words])).error
    expect(await error(at('folder'))).toContain('it is a folder')
    await writeFile(at('two.hgn'), `${HGN}\n${HGN}`)
    expect(await error(at('two.hgn'))).toContain('has 2 games, and a picture shows one')
    await writeFile(at('broken.hgn'), HGN.replace(/\*\s*$/, 'a1a1 *'))
    expect(await error(at('broken.hgn'))).toContain('broken.hgn: ')
    expect(await error(game, '--ply', '6')).toContain('--ply must be at most 5')
    expect(await error(game, '--ply', '1', '--out', at('b.gif'))).toContain('without --ply')
    expect(await error('77.1', '--out', at('no/such.png'))).toContain('cannot be written')
    expect(await error('77.1', '--out', at('folder'), '--format', 'svg')).toContain(
      'it is a folder',
    )
  })
})
