import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endingOnBoard, formatMove, formatPosition, parseRecord, replay } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHokito } from './helpers.ts'

const DEAL = ['--deal', '77.1234567']
const HOT_SEAT = ['play', '--hot-seat', ...DEAL]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hokito-play-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function playLines(...input: readonly string[]) {
  return await runHokito(HOT_SEAT, { input })
}

describe('what is typed', () => {
  test.each([
    [
      'c2c3',
      'Not possible: the piece on c2 makes exactly 2 hops, and none of its paths ends on c3.',
    ],
    ['a6a5', 'Not possible: the piece on a6 belongs to the other side.'],
    ['z9a1', '"z9a1" is neither a move such as c2d4 nor a word I know; try help.'],
    ['constructor', '"constructor" is neither a move'],
    ['moves g7', '"g7" is not a square; squares are a1 to f6.'],
    ['moves a6', "White's, and it is Black's turn: "],
    ['moves c3', 'b1 d1 a2 c2 e2 b3 d3 f3 a4 c4 e4 b5 d5 c6'],
    ['save', 'save needs a file name'],
    ['save /nowhere/at/all.hgn', 'cannot be written: there is no such file or folder'],
    ['undo', 'There is nothing to undo.'],
    ['redo', 'There is nothing to redo.'],
    ['score', 'Black 36: d2 3×1=3'],
    ['HELP', 'undo, redo      take back, play again'],
  ])('%s is answered: %s', async (line, answer) => {
    const { code, out } = await playLines(line)
    expect(code).toBe(0)
    expect(out).toContain(answer)
    expect(out).not.toContain('White to move')
  })

  test.each(['c3c4', 'C3C4', ' c3 c4 ', 'c3-c4'])('%j is the move c3c4', async (line) => {
    const { out } = await playLines(line)
    expect(out).toContain('●┃┃┃×2')
    expect(out).toContain('White to move.')
  })

  test('a landing of the wrong kind is explained with both kinds', async () => {
    const { out } = await playLines('c3c4', 'a4a3', 'c4b2')
    expect(out).toContain(
      'a single lands only on a single, a stack only on a stack; c4 is a stack and b2 a single.',
    )
  })

  test('moves are taken back and played again', async () => {
    const { out } = await playLines('c3c4', 'undo', 'redo')
    expect(out.match(/Black to move\./g)).toHaveLength(2)
    expect(out.match(/White to move\./g)).toHaveLength(2)
  })

  test('nothing, and a long line of nonsense, do no harm', async () => {
    const { code, out } = await playLines('', '   ', 'x'.repeat(100_000))
    expect(code).toBe(0)
    expect(out.length).toBeLessThan(3000)
  })
})

describe('the end', () => {
  const { moves, positions } = seededGame(3, 'onTurn')
  const first = positions[0]

  test('says who is stuck and who wins, and the record is a whole game', async () => {
    if (first === undefined) throw new Error('a game has a first position')
    const file = join(folder, 'whole.hgn')
    const { out } = await runHokito(
      ['play', '--hot-seat', '--end-rule', 'onTurn', '--position', formatPosition(first)],
      { input: [...moves.map(formatMove), 'hint', 'a1a2', `save ${file}`] },
    )
    expect(out).toMatch(/The game is over: (Black|White|Black and White) cannot move\. /)
    expect(out).toContain('The game is over; undo takes a move back')
    const record = parseRecord(await readFile(file, 'utf8'))
    if (!record.ok) throw new Error(JSON.stringify(record.error))
    const replayed = replay(record.value)
    const final = replayed.ok ? replayed.value.at(-1) : undefined
    expect(record.value.ending).toEqual(final && endingOnBoard(final))
  })

  test('can be taken back and played again, also against the computer', async () => {
    const hfen = '------/------/------/------/------/aA--B2- b'
    const args = ['play', '--level', '1', '--position', hfen]
    const { out } = await runHokito(args, { input: ['a1b1', 'undo', 'redo', 'redo'] })
    expect(out.match(/The game is over/g)).toHaveLength(2)
    expect(out.match(/Black to move/g)).toHaveLength(2)
    expect(out).toContain('There is nothing to redo.')
  })

  test('counts the compensation, and the record has it', async () => {
    const hfen = '------/------/------/------/------/aA--B2- b'
    const file = join(folder, 'compensation.hgn')
    const { out } = await runHokito(
      ['play', '--hot-seat', '--compensation', '2.5', '--position', hfen],
      { input: ['a1b1', 'score', `save ${file}`] },
    )
    expect(out).toContain('White gets 2.5 points')
    expect(out).toContain('Points: Black 2, White 4 + 2.5.')
    expect(out).toContain('White 4 + 2.5: e1 2×2=4')
    expect(await readFile(file, 'utf8')).toContain('[Compensation "2.5"]')
  })

  test('comes by resigning too, after which nothing can be played', async () => {
    const { out } = await playLines('resign', 'c3c4', 'resign', 'undo', 'board')
    expect(out).toContain('Black resigns; White wins.')
    expect(out).toContain('The game is over: Black has resigned. White wins.')
    expect(out).not.toContain('×2')
  })

  test('of the input, and quit, end the command well', async () => {
    expect((await playLines()).code).toBe(0)
    const { code, out } = await playLines('quit', 'c3c4')
    expect(code).toBe(0)
    expect(out).not.toContain('×2')
  })
})

describe('a file', () => {
  test('is replaced only by save!', async () => {
    const file = join(folder, 'kept.hgn')
    await playLines(`save ${file}`)
    const before = await readFile(file, 'utf8')
    const { out } = await playLines('c3c4', `save ${file}`)
    expect(out).toContain(`${file} already exists; save! ${file} replaces it.`)
    expect(await readFile(file, 'utf8')).toBe(before)
    await playLines('c3c4', `save! ${file}`)
    expect(await readFile(file, 'utf8')).toContain('1. c3c4 *')
  })

  test('carries the deal, the date and the seats', async () => {
    const file = join(folder, 'tags.hgn')
    await runHokito(['play', ...DEAL, '--level', '1'], { input: [`save ${file}`] })
    const text = await readFile(file, 'utf8')
    expect(text).toContain('[Date "2026.11.20"]')
    expect(text).toContain('[Black "black player"]\n[White "hokito level 1"]\n[Deal "77.1234567"]')
  })
})

describe('the computer', () => {
  test('answers every move, and undo takes back both', async () => {
    const { out } = await runHokito(['play', ...DEAL, '--level', '1'], {
      input: ['c3c4', 'undo', 'undo'],
    })
    expect(out).toMatch(/The computer plays \w{4}\./)
    expect(out).toContain('There is nothing to undo.')
    expect(out.match(/White to move/g)).toBe(null)
  })

  test('begins when the person is White, whose pieces stand below then', async () => {
    const { out } = await runHokito(['play', ...DEAL, '--level', '1', '--color', 'white'])
    expect(out).toContain('You are white, against hokito level 1.')
    expect(out).toMatch(/The computer plays \w{4}\.\n\n/)
    expect(out).toContain('White to move.')
    expect(out.indexOf('\n1  │')).toBeLessThan(out.indexOf('\n6  │'))
  })

  test('gives a hint with its way and its worth', async () => {
    const { out } = await playLines('hint')
    expect(out).toMatch(/Hint: (\w\d)(\w\d) \(\1(–\w\d){0,2}–\2\), worth [+−]?\d+ to you\./)
  })

  test('does not move any more after Ctrl-C', async () => {
    const interruption = new AbortController()
    const { code, out } = await runHokito(['play', ...DEAL, '--best'], {
      input: ['c3c4'],
      interrupted: interruption.signal,
      onWrite: (written) => {
        if (written.includes('Black to move.')) interruption.abort()
      },
    })
    expect(code).toBe(0)
    expect(out).not.toContain('The computer plays')
  })
})

test('a person at a terminal is asked for a move', async () => {
  const { out } = await runHokito(HOT_SEAT, { isTerminal: true, input: ['c3c4'] })
  expect(out).toContain('Black> ')
  expect(out).toContain('White> ')
})
