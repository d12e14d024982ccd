import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { runHokito } from './helpers.ts'

const LATE = '-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a b'
const OVER = '------/------/------/------/------/a----B2 b'

describe('analyse', () => {
  test('shows the best lines, best first', async () => {
    const { code, out } = await runHokito(['analyse', '77.1234567', '--depth', '3'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Black to move; values are points for Black\n 1 {2}[+−]?\d+ /)
    expect(out.match(/^ \d {2}/gm)).toHaveLength(3)
    expect(out).toMatch(/depth 3, [\d.]+ s, \S+ k? ?nodes/)
  })

  test('--json gives a line for each depth and one for the move', async () => {
    const args = ['analyse', '77.1234567', '--depth', '3', '--lines', '2', '--json']
    const lines = (await runHokito(args)).out.trim().split('\n').map(parse)
    expect(lines.map(({ type }) => type)).toEqual(['info', 'info', 'info', 'done'])
    expect(lines.at(-2)).toMatchObject({ depth: 3, lines: [{ moves: expect.any(Array) }, {}] })
    expect(lines.at(-1)?.move).toMatch(/^[a-f][1-6][a-f][1-6]$/)
  })

  test('tells proofs from estimates', async () => {
    const { out } = await runHokito(['analyse', LATE, '--lines', '1', '--time', '5'])
    expect(out).toContain(' 1  win')
  })

  test('follows the search in place at a terminal', async () => {
    const world = { isTerminal: true, columns: 40 }
    const { out } = await runHokito(['analyse', '77.1234567', '--depth', '3'], world)
    const up = `${String.fromCharCode(27)}[5A`
    expect(out).toContain(up)
    const rows = out.split('\n').map((row) => row.split(String.fromCharCode(27)).at(0) ?? '')
    for (const row of rows) expect(row.length).toBeLessThan(40)
  })

  test('has nothing to do where the game is over', async () => {
    expect(await runHokito(['analyse', OVER])).toMatchObject({ code: 0 })
    const { out } = await runHokito(['analyse', OVER, '--json'])
    expect(parse(out)).toEqual({ type: 'done', move: null })
  })

  test('stops with the best it has', async () => {
    const interruption = new AbortController()
    const { code, out } = await runHokito(['analyse', '77.1', '--time', '600', '--json'], {
      interrupted: interruption.signal,
      onWrite: () => interruption.abort(),
    })
    expect(code).toBe(0)
    expect(parse(out.trim().split('\n').at(-1) ?? '').type).toBe('done')
  })

  test.each([
    [['--time', 'soon'], '--time must be a number of seconds'],
    [['--depth', '0'], '--depth must be a whole number from 1 to 36'],
    [['--lines', '0'], '--lines must be a whole number from 1'],
    [['--hash', '99999'], '--hash must be a whole number from 1 to 4096'],
  ])('%j is refused', async (args, sentence) => {
    const { code, error } = await runHokito(['analyse', '77.1', ...args])
    expect(code).toBe(2)
    expect(error).toContain(sentence)
  })
})

describe('solve', () => {
  test('agrees with the fixtures', async () => {
    const file = new URL('../../../fixtures/solve.json', import.meta.url)
    const rows: readonly { hfen: string; endRule: string; margin: number }[] = JSON.parse(
      await readFile(file, 'utf8'),
    )
    for (const { hfen, endRule, margin } of rows.slice(0, 6)) {
      const { out } = await runHokito(['solve', hfen, '--end-rule', endRule, '--json'])
      const verdict = margin > 0 ? 'win' : margin < 0 ? 'loss' : 'draw'
      expect(parse(out)).toMatchObject({ verdict, margin })
    }
  })

  test('says in words who wins, by how much and at what cost', async () => {
    const { code, out } = await runHokito(['solve', LATE])
    expect(code).toBe(0)
    expect(out).toMatch(/^Black wins by 44 points, proved \(\d+\.\d s, .+ nodes\)\.\n$/)
  })

  test('--compensation tells who wins with it, in halves', async () => {
    const { out } = await runHokito(['solve', LATE, '--compensation', '13.5'])
    expect(out).toMatch(/^Black wins by 30\.5 points, proved /)
  })

  test('--verdict ends with who wins', async () => {
    const { code, out } = await runHokito(['solve', '--verdict', LATE])
    expect(code).toBe(0)
    expect(out).toMatch(/^Black wins, proved \(\d+\.\d s, .+ nodes\)\.\n$/)
    const { out: json } = await runHokito(['solve', '--verdict', '--json', LATE])
    expect(parse(json)).toMatchObject({ verdict: 'win', margin: null })
  })

  test('gives up when its time is over, and says so by its exit code', async () => {
    const { code, out } = await runHokito(['solve', '77.1', '--time', '0.3', '--json'])
    expect(code).toBe(1)
    expect(parse(out)).toMatchObject({ verdict: null, margin: null })
  })
})

describe('bench', () => {
  test('visits the same nodes each time', async () => {
    const nodes = async () =>
      parse((await runHokito(['bench', '--depth', '2', '--json'])).out).nodes
    expect(await nodes()).toBe(await nodes())
  })

  test('fails when it is interrupted', async () => {
    const interrupted = AbortSignal.abort()
    expect((await runHokito(['bench'], { interrupted })).code).toBe(1)
  })
})

// --- internal ---

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text)
}
