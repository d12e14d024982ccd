import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatMove, isSameMove, legalMoves } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterEach, describe, expect, test } from 'vitest'
import { createUgiSession, type Engine, type SearchInfo } from '../dist/index.js'
import { startEngine } from '../dist/node.js'

const run = promisify(execFile)
const STRAIN = fileURLToPath(new URL('strain.mjs', import.meta.url))
const engines: Engine[] = []

function engine(): Engine {
  const started = startEngine()
  engines.push(started)
  return started
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((started) => started.close()))
})

function positionAt(ply: number) {
  const position = seededGame(11, 'either').positions[ply]
  if (position === undefined) throw new Error('the game is too short')
  return position
}

describe('an engine in threads of its own', () => {
  test.each([1, 2])('with %i threads finds a legal move and proves endgames', async (threads) => {
    const started = engine()
    await started.configure({ threads, hashMiB: 16 })
    const heard: SearchInfo[] = []
    const onInfo = (last: SearchInfo) => void heard.push(last)
    const { move, info } = await started.search(positionAt(4), { depth: 7 }, { onInfo })
    expect(move && legalMoves(positionAt(4)).map(formatMove)).toContain(move && formatMove(move))
    expect(info?.depth).toBe(7)
    expect(info).toBe(heard.at(-1))
    expect(move).toEqual(heard.at(-1)?.lines[0]?.moves[0])
    const alone = engine()
    const { solved } = await started.solve(positionAt(18))
    expect(solved).toBeDefined()
    expect(solved).toEqual((await alone.solve(positionAt(18))).solved)
  })

  test('compares only the moves that it is asked about, and finds none among none', async () => {
    const started = engine()
    for (const ply of [4, 22]) {
      const position = positionAt(ply)
      const { move: best } = await started.search(position, { nodes: 20_000 })
      const others = legalMoves(position).filter((move) => !best || !isSameMove(move, best))
      const { move, info } = await started.search(position, { nodes: 20_000, moves: others })
      expect(others).toContainEqual(move)
      expect(info?.lines[0]?.moves[0]).toEqual(move)
      expect((await started.search(position, { nodes: 20_000, moves: [] })).move).toBeUndefined()
    }
  })

  test('is stopped by its signal with the best move so far, a hundred times over', async () => {
    const started = engine()
    await started.configure({ threads: 2, hashMiB: 16 })
    for (let round = 0; round < 100; round++) {
      const stopped = new AbortController()
      const heard: SearchInfo[] = []
      const onInfo = (last: SearchInfo) => void heard.push(last)
      const options = { onInfo, signal: stopped.signal }
      const searching = started.search(positionAt(round % 10), {}, options)
      setTimeout(() => stopped.abort(), round % 7)
      const { move } = await searching
      // Stopped before it had begun it has nothing to tell.
      const legal = legalMoves(positionAt(round % 10)).map(formatMove)
      expect([...legal, undefined]).toContain(move && formatMove(move))
      expect(move).toEqual(heard.at(-1)?.lines[0]?.moves[0])
    }
  })

  test('stopped and restarted a thousand times it keeps no memory and leaves no thread', async () => {
    const { stdout } = await run(process.execPath, ['--expose-gc', STRAIN])
    // A thread left behind would keep that process from ending, and this test from passing.
    expect(Number(stdout)).toBeLessThan(MOST_GROWTH)
  }, 60_000)

  test.each([{ hashMiB: 0 }, { hashMiB: 1_000_000 }, { threads: 0 }, { threads: 1.5 }])(
    'refuses %o and goes on as it was',
    async (settings) => {
      const started = engine()
      await expect(started.configure(settings)).rejects.toThrow(RangeError)
      const { move } = await started.search(positionAt(4), { depth: 3 })
      expect(move).toBeDefined()
    },
  )
})

describe('UGI', () => {
  test('a thousand garbled, repeated and interrupted lines leave it as it was', async () => {
    const started = engine()
    const lines: string[] = []
    const session = createUgiSession({
      engine: started,
      name: 'test',
      write: (line) => lines.push(line),
    })
    const words = ['go', 'stop', 'position', 'deal', '77.1234567', 'depth', '2', 'nodes', '-1']
    const more = [
      'setoption',
      'name',
      'Hash',
      'value',
      '1e9',
      'moves',
      'a1a2',
      '\u0000',
      'ugi',
      '💥',
    ]
    for (let round = 0; round < 1000; round++) {
      const vocabulary = [...words, ...more]
      const length = round % 9
      const line = Array.from(
        { length },
        (_, index) => vocabulary[(round * 31 + index * index * 7) % vocabulary.length],
      )
      session.handle(line.join(' '))
    }
    session.handle('stop')
    session.handle('position deal 77.1234567')
    await started.newGame()
    lines.length = 0
    session.handle('go depth 2')
    session.end()
    await session.finished
    expect(lines.at(-1)).toMatch(/^bestmove [a-f][1-6][a-f][1-6]$/)
  })

  test('searches with several threads', async () => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    const session = createUgiSession({ engine: engine(), name: 'test', write })
    const input = ['setoption name Threads value 2', 'position deal 77.1234567', 'go depth 5']
    for (const line of input) session.handle(line)
    session.end()
    await session.finished
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([])
    expect(lines.at(-1)).toMatch(/^bestmove [a-f][1-6][a-f][1-6]$/)
  })
})

/** Bytes of memory that may come and go for other reasons. */
const MOST_GROWTH = 2_000_000
