import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const BIN = fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url))

/** Runs `hokito ugi` as another program would, and gives the lines it wrote. */
function ugi(input: string): Promise<{ readonly code: number | null; readonly lines: string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, 'ugi'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      out += piece
    })
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code, lines: out.split('\n').filter((line) => line !== '') }),
    )
    child.stdin.end(input)
  })
}

const LATE = '-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a b'

describe('hokito ugi', () => {
  test('introduces itself, describes a position and finds a move', async () => {
    const { code, lines } = await ugi('ugi\nposition deal 77.1234567\nd\ngo movetime 300\n')
    expect(code).toBe(0)
    expect(lines).toContain('ugiok')
    expect(lines).toContain('hfen AABCAA/BCBBCC/CACABB/cbcbbc/bbbccc/aaaaaa b')
    expect(lines).toContain('score 36 36')
    expect(lines).toContain('gameover false')
    const moves =
      lines
        .find((line) => line.startsWith('moves '))
        ?.split(' ')
        .slice(1) ?? []
    expect(moves).toEqual([...moves].sort())
    expect(lines.at(-1)).toMatch(/^bestmove [a-f][1-6][a-f][1-6]$/)
    const info = lines.filter((line) => line.startsWith('info '))
    expect(info.length).toBeGreaterThan(0)
    for (const line of info) {
      expect(line).toMatch(
        /^info depth \d+ score (points -?\d+|solved (win|draw|loss)) nodes \d+ nps \d+ time \d+ hashfull \d+ pv( \w{4})+$/,
      )
    }
  })

  test('counts, proves and answers questions', async () => {
    const { lines } = await ugi(
      `position hfen ${LATE}\ngo solve\nquery gameover\nquery p1turn\nquery result\n`,
    )
    expect(lines.slice(0, 3)).toEqual(['response false', 'response true', 'response none'])
    expect(lines[3]).toMatch(/^info depth 12 score solved win /)
    expect(lines[4]).toMatch(/^solved win margin 44 nodes \d+ time \d+$/)
    const counted = await ugi('position deal 77.1234567\ngo perft 2\n')
    expect(counted.lines[0]).toMatch(/^nodes \d+$/)
  })

  test('plays moves of a position, and keeps the old one when a move is illegal', async () => {
    const { lines } = await ugi(
      `position deal 77.1234567 moves c3c4\nposition deal 1.2 moves c3c4 c3c4\nd\n`,
    )
    expect(lines[0]).toMatch(/^error move \d is illegal/)
    expect(lines).toContain('hfen AABCAA/BCBBCC/CAc2ABB/cb-bbc/bbbccc/aaaaaa w')
  })

  test('says that there is no move where the game is over', async () => {
    const over = '------/------/------/------/------/a----B2 b'
    const { lines } = await ugi(
      `position hfen ${over}\nd\nquery gameover\nquery result\ngo depth 3\n`,
    )
    expect(lines).toContain('moves')
    expect(lines).toContain('gameover true')
    expect(lines).toContain('response p2win')
    expect(lines.at(-1)).toBe('bestmove none')
  })

  test('options change what they say', async () => {
    const { lines } = await ugi(
      [
        'setoption name MultiPV value 3',
        'setoption name EndRule value onTurn',
        'setoption name Hash value 8',
        'setoption name Level value 2',
        'uginewgame',
        'position deal 77.1234567',
        'go depth 2',
      ].join('\n'),
    )
    expect(lines.filter((line) => line.includes('error'))).toEqual([])
    expect(lines.some((line) => line.includes(' multipv 3 '))).toBe(true)
  })

  test('every broken line gets exactly one error, and the engine lives', async () => {
    const broken = brokenLines(300)
    const { code, lines } = await ugi(`${broken.join('\n')}\nisready\n`)
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('error '))).toEqual([])
    expect(lines).toHaveLength(301)
    expect(lines.at(-1)).toBe('readyok')
    expect(code).toBe(0)
  })

  test('is there during a search, stops it and quits from it', async () => {
    const child = spawn(process.execPath, [BIN, 'ugi'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let seen = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      seen += piece
    })
    const until = async (text: string) => {
      while (!seen.includes(text)) await once(child.stdout, 'data')
    }
    child.stdin.write('position deal 77.1234567\ngo infinite\n')
    await until('info depth 3')
    child.stdin.write('isready\n')
    await until('readyok')
    child.stdin.write('stop\nposition deal 5.6\ngo solve\nstop\n')
    await until('solved unknown')
    child.stdin.write('go infinite\nuginewgame\nquit\n')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(seen.match(/^(bestmove|solved|error)/gm)).toEqual(['bestmove', 'solved', 'bestmove'])
  })
})

/** Commands with something wrong in each: unknown, cut short, too long, out of range, or noise. */
function brokenLines(count: number): string[] {
  const fixed = [
    'position',
    'position deal',
    'position deal 7',
    'position deal 1.2 3.4',
    'position hfen x b',
    'position fen x',
    'position deal 1.2 moves a1',
    'position deal 1.2 moves a1f6',
    'go depth',
    'go depth 0',
    'go depth -1',
    'go depth 1.5',
    'go depth 1 depth 2',
    'go nodes many',
    'go movetime',
    'go forever',
    'go perft',
    'go perft 99',
    'go perft 1 2',
    'go solve now',
    'go p2time 1000',
    'setoption',
    'setoption name',
    'setoption name Hash',
    'setoption name Hash value',
    'setoption name Hash value 0',
    'setoption name Hash value lots',
    'setoption name Level value 11',
    'setoption name EndRule value both',
    'setoption name Color value red',
    'setoption name constructor value 1',
    'query',
    'query color',
    'query gameover now',
    'isready now',
    'ugi ugi',
    'd d',
    'stop it',
    'quit now',
    'bestmove a1a2',
    '__proto__',
  ]
  const noise = fc.sample(
    fc.string({ minLength: 1, maxLength: 60 }).map((text) => `?${text.replace(/[\r\n]/g, ' ')}`),
    { numRuns: count - fixed.length, seed: 1 },
  )
  return [...fixed, ...noise]
}
