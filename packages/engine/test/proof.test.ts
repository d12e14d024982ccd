import {
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  type Position,
  play,
  score,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterEach, describe, expect, test } from 'vitest'
import { type Engine, type SolveProgress, verdictOf } from '../dist/index.js'
import { startEngine } from '../dist/node.js'
import { packPosition, unpackMove } from '../src/pack.ts'
import type { PackedProgress } from '../src/packed.ts'
import type { Watch } from '../src/searcher.ts'
import { startCore, startSearcher } from './parts.ts'

const FREE: Watch = { isStopped: () => false, now: () => 0, generation: 1 }
const quiet = () => undefined
const searcher = startSearcher(64)
const engines: Engine[] = []

afterEach(async () => {
  await Promise.all(engines.splice(0).map((started) => started.close()))
})

function engine(): Engine {
  const started = startEngine()
  engines.push(started)
  return started
}

/** Positions of so many occupied squares out of random games, either end rule in turn. */
function positionsOf(occupied: number, count: number): readonly Position[] {
  const positions: Position[] = []
  for (let seed = 1; positions.length < count; seed++) {
    const game = seededGame(seed, seed % 2 === 0 ? 'either' : 'onTurn').positions
    const position = game[36 - occupied]
    if (position !== undefined && outcome(position) === undefined) positions.push(position)
  }
  return positions
}

const board = startCore(1)

/** The margin for the side to move by plain alpha-beta, without order, table or lines played out apart. */
function plainMargin(position: Position): number {
  board.load(packPosition(position))
  const value = (sign: number, alpha: number, beta: number): number => {
    if (board.isOver()) return sign * board.margin()
    let best = alpha
    for (const move of Array.from(board.moves())) {
      board.play(move)
      best = Math.max(best, -value(-sign, -beta, -best))
      board.undo()
      if (best >= beta) break
    }
    return best
  }
  // Adding nothing makes a minus nothing a nothing.
  return value(position.turn === 'black' ? 1 : -1, -200, 200) + 0
}

describe('a proof of the margin', () => {
  test.each([10, 12, 13])('equals plain alpha-beta at %i occupied squares', (occupied) => {
    for (const position of positionsOf(occupied, 40)) {
      const { margin } = searcher.solve(packPosition(position), FREE, quiet)
      expect(margin, formatPosition(position)).toBe(plainMargin(position))
    }
  })

  test('has the verdict of a proof of the verdict, which is reported before it', () => {
    for (const position of positionsOf(16, 20)) {
      const packed = packPosition(position)
      const reports: PackedProgress[] = []
      const whole = searcher.solve(packed, FREE, (report) => reports.push(report))
      const quick = searcher.solve(packed, FREE, quiet, { goal: 'verdict' })
      const [report] = reports
      expect(Math.sign(quick.verdict ?? Number.NaN)).toBe(Math.sign(whole.margin ?? Number.NaN))
      expect(Math.sign(report?.verdict ?? Number.NaN)).toBe(Math.sign(whole.margin ?? Number.NaN))
      expect(report?.nodes).toBeLessThanOrEqual(whole.nodes)
    }
  })

  test('stopped after the verdict keeps it, and a move that wins where that is the verdict', () => {
    for (const position of positionsOf(16, 20)) {
      const packed = packPosition(position)
      const whole = startSearcher(8).solve(packed, FREE, quiet)
      if ((whole.margin ?? 0) === 0) continue
      let polls = 0
      let isProved = false
      const watch: Watch = { ...FREE, isStopped: () => isProved && ++polls > 20 }
      const cut = startSearcher(8).solve(packed, watch, () => {
        isProved = true
      })
      expect(Math.sign(cut.verdict ?? Number.NaN)).toBe(Math.sign(whole.margin ?? Number.NaN))
      const [move] = cut.moves
      if ((cut.verdict ?? 0) <= 0 || move === undefined) continue
      const after = packPosition(play(position, unpackMove(move)))
      expect(searcher.solve(after, FREE, quiet).margin, formatPosition(position)).toBeLessThan(0)
    }
  })
})

describe('solve', () => {
  test('ends with the verdict where that is the goal, and with the margin where none is named', async () => {
    const started = engine()
    for (const position of positionsOf(16, 6)) {
      const { margin = Number.NaN } = searcher.solve(packPosition(position), FREE, quiet)
      const verdict = verdictOf(margin)
      const expected = { kind: 'solved', verdict, margin }
      expect((await started.solve(position)).solved).toEqual(expected)
      expect((await started.solve(position, { goal: 'verdict' })).solved).toEqual({
        ...expected,
        // A draw is its margin.
        margin: margin === 0 ? 0 : undefined,
      })
    }
  })

  test('comes to the same on several threads, which share the work', async () => {
    const [alone, team] = [engine(), engine()]
    await team.configure({ threads: 3, hashMiB: 16 })
    for (const position of positionsOf(17, 6)) {
      const { solved } = await alone.solve(position)
      const shared = await team.solve(position)
      expect(shared.solved, formatPosition(position)).toEqual(solved)
      expect(outcome(shared.moves.reduce(play, position))).toBeDefined()
      await team.newGame()
    }
  })

  test('visits the same positions with any number of threads where their number is limited', async () => {
    const [alone, team] = [engine(), engine()]
    await team.configure({ threads: 2, hashMiB: 32 })
    const [position] = positionsOf(18, 1)
    if (position === undefined) throw new Error('there is such a position')
    const limited = await alone.solve(position, { nodes: 20_000 })
    expect(await team.solve(position, { nodes: 20_000 })).toMatchObject({
      solved: limited.solved,
      moves: limited.moves,
      nodes: limited.nodes,
    })
  })

  test('gives the best play to the end, which comes to the margin that it proved', async () => {
    const started = engine()
    for (const position of positionsOf(16, 6)) {
      const { solved, moves } = await started.solve(position)
      const last = moves.reduce(play, position)
      const { black, white } = score(last)
      expect(outcome(last), formatPosition(position)).toBeDefined()
      expect(position.turn === 'black' ? black - white : white - black).toBe(solved?.margin)
    }
  })

  test('and a search for several lines agree on who wins after each of their first moves', async () => {
    const started = engine()
    for (const position of positionsOf(14, 6)) {
      const wanted = Math.min(3, legalMoves(position).length)
      const { info } = await started.search(position, { depth: 36, lines: 3 })
      const lines = info?.lines ?? []
      expect(new Set(lines.map(({ moves }) => moves[0] && formatMove(moves[0]))).size).toBe(wanted)
      for (const { value, moves } of lines) {
        const after = moves.slice(0, 1).reduce(play, position)
        const { margin = Number.NaN } = searcher.solve(packPosition(after), FREE, quiet)
        const verdict = verdictOf(0 - margin)
        expect(value, formatPosition(position)).toMatchObject({ kind: 'solved', verdict })
      }
    }
  })

  test('tells the verdict with a move before the margin, and keeps it when it is stopped then', async () => {
    const [position] = positionsOf(21, 1)
    if (position === undefined) throw new Error('there is such a position')
    const stopped = new AbortController()
    const reports: SolveProgress[] = []
    const { solved } = await engine().solve(position, {
      signal: stopped.signal,
      onProgress: (progress) => {
        reports.push(progress)
        if (progress.verdict !== undefined) stopped.abort()
      },
    })
    const proved = reports.find(({ verdict }) => verdict !== undefined)
    expect(proved).toMatchObject({ verdict: solved?.verdict, move: expect.any(Object) })
    expect(solved).toMatchObject({ kind: 'solved', margin: undefined })
  })

  test('proves a finished game straight away, for both goals', async () => {
    const last = seededGame(3, 'either').positions.at(-1)
    if (last === undefined) throw new Error('a game has a last position')
    const { margin } = searcher.solve(packPosition(last), FREE, quiet)
    for (const goal of ['verdict', 'margin'] as const) {
      expect((await engine().solve(last, { goal })).solved?.margin).toBe(margin)
    }
  })
})
