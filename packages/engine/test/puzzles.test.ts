import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import {
  formatMove,
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  opposite,
  type Position,
  play,
  score,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { verdictOf } from '../dist/index.js'
import { readPuzzlePack } from '../dist/puzzles/index.js'
import { SHIPPED_PACK, shapesOf, startPuzzleMaker } from '../dist/puzzles/making/index.js'
import { findPuzzle } from '../src/puzzles/making/find.ts'
import { createProver } from '../src/puzzles/making/prover.ts'
import { MARGIN_GAP, type PuzzleKind, type PuzzleParts } from '../src/puzzles/puzzle.ts'
import { parts } from './parts.ts'

const maker = await startPuzzleMaker()

describe('a puzzle is found exactly where trying everything finds one', () => {
  const prover = createProver(parts(16))

  test.each([7, 8, 9])('with %d occupied squares', (occupied) => {
    let found = 0
    for (let seed = 1; seed <= 120; seed++) {
      const { positions } = seededGame(seed, seed % 2 === 0 ? 'either' : 'onTurn')
      const position = positions[36 - occupied]
      if (position === undefined) continue
      const puzzle = findPuzzle(prover, position)
      const wanted = exhaustively(position)
      expect(puzzle && [puzzle.kind, puzzle.solution[0]]).toEqual(wanted)
      if (puzzle === undefined) continue
      found++
      expectOnlyMoves({ ...puzzle, position })
    }
    expect(found).toBeGreaterThan(5)
  })
})

describe('puzzles made from games', () => {
  const taken = new Set<string>()
  const made = [0, 1, 2, 3, 4, 5].flatMap((index) => maker.fromGame(11, index, taken))

  test('are proved again by the check', () => {
    expect(made.length).toBeGreaterThan(3)
    for (const puzzle of made) expect(maker.check(puzzle)).toBeUndefined()
  })

  test('have something to choose from, first and last', () => {
    for (const { position, solution } of made) {
      expect(solution.length % 2).toBe(1)
      expect(solution.length).toBeLessThanOrEqual(9)
      expect(legalMoves(position).length).toBeGreaterThanOrEqual(3)
      const last = solution.slice(0, -1).reduce(play, position)
      expect(legalMoves(last).length).toBeGreaterThanOrEqual(2)
    }
  })

  test('are the same again, whatever the maker did before', async () => {
    const other = await startPuzzleMaker()
    const first = other.fromGame(11, 0, new Set())
    expect(maker.fromGame(11, 0, new Set())).toEqual(first)
    expect(made.slice(0, first.length)).toEqual(first)
  })

  test('are not made a second time', () => {
    const again = maker.fromGame(11, 0, new Set(taken))
    const shapes = made.map((puzzle) => shapesOf(puzzle)[0])
    for (const puzzle of again) expect(shapes).not.toContain(shapesOf(puzzle)[0])
  })
})

describe('the check says what is wrong, and where', () => {
  const pack = shipped()
  const all = Array.from({ length: 400 }, (_, index) => pack.puzzle(index))
  const puzzle = all.find(({ kind, ownMoves }) => kind === 'win' && ownMoves === 3)
  if (puzzle === undefined) throw new Error('the pack has a win in three moves')
  const { position, solution } = puzzle

  test('another first move', () => {
    const other = legalMoves(position).find((move) => !isSameMove(move, solution[0] ?? move))
    const changed = { ...puzzle, solution: [other ?? { from: 0, to: 0 }] }
    expect(maker.check(changed)).toEqual({ code: 'notOnly', ply: 0 })
  })

  test('another move later on', () => {
    const last = solution.slice(0, -1).reduce(play, position)
    const other = legalMoves(last).find((move) => !isSameMove(move, solution[4] ?? move))
    const changed = { ...puzzle, solution: solution.with(4, other ?? { from: 0, to: 0 }) }
    expect(maker.check(changed)).toEqual({ code: 'notOnly', ply: 4 })
  })

  test('an impossible move', () => {
    const changed = { ...puzzle, solution: solution.with(2, { from: 0, to: 0 }) }
    expect(maker.check(changed)).toEqual({ code: 'illegal', ply: 2 })
  })

  test('a solution that ends with a reply, or is too long', () => {
    const short = { ...puzzle, solution: solution.slice(0, 2) }
    expect(maker.check(short)).toEqual({ code: 'badLength', ply: 2 })
    const long = { ...puzzle, solution: [...solution, ...solution, ...solution] }
    expect(maker.check(long)).toEqual({ code: 'badLength', ply: 15 })
  })

  test.each(['draw', 'margin'] as const)('a win that is called a %s', (kind) => {
    expect(maker.check({ ...puzzle, kind })).toEqual({ code: 'wrongKind', ply: 0 })
  })

  test('themes that are not there', () => {
    const themes = puzzle.themes.includes('defence') ? [] : [...puzzle.themes, 'defence' as const]
    expect(maker.check({ ...puzzle, themes })).toEqual({ code: 'wrongThemes', ply: 0 })
  })

  test('a reply that gives away more than best play would', () => {
    const draws = all.filter(({ kind, ownMoves }) => kind === 'draw' && ownMoves > 1)
    const codes = draws
      .slice(0, 3)
      .flatMap((draw) => othersAfter(draw).map((changed) => maker.check(changed)?.code))
    expect(codes).toContain('badReply')
  })
})

describe('the pack that is shipped', () => {
  const pack = shipped()

  test('has thousands of puzzles of both end rules and all kinds, and is small', () => {
    expect(pack.size).toBeGreaterThanOrEqual(4000)
    const summaries = Array.from({ length: pack.size }, (_, index) => pack.summary(index))
    for (const endRule of ['either', 'onTurn'] as const)
      expect(summaries.filter((each) => each.endRule === endRule).length).toBeGreaterThan(1000)
    for (const kind of ['win', 'draw', 'margin'] as const)
      expect(summaries.filter((each) => each.kind === kind).length).toBeGreaterThan(100)
    expect(new Set(summaries.map(({ id }) => id)).size).toBe(pack.size)
    expect(gzipSync(readFileSync(SHIPPED_PACK), { level: 9 }).length).toBeLessThan(200_000)
  })

  test('is right wherever one looks', () => {
    for (let index = 0; index < pack.size; index += Math.floor(pack.size / 40))
      expect(maker.check(pack.puzzle(index))).toBeUndefined()
  })

  test('is right in a dozen small puzzles by trying everything', () => {
    const small = Array.from({ length: pack.size }, (_, index) => index)
      .map((index) => pack.puzzle(index))
      .filter(({ position }) => occupiedCount(position) <= 9)
    expect(small.length).toBeGreaterThanOrEqual(12)
    for (const puzzle of small.slice(0, 12)) expectOnlyMoves(puzzle)
  })
})

function shipped() {
  const pack = readPuzzlePack(readFileSync(SHIPPED_PACK))
  if (!pack.ok) throw new Error(`line ${pack.error.line}: ${pack.error.code}`)
  return pack.value
}

/** Kind and first move of the puzzle in a position, by the rules alone. */
function exhaustively(position: Position): readonly [PuzzleKind, Move] | undefined {
  const moves = ranked(position)
  const [best, next] = moves
  if (best === undefined || next === undefined || moves.length < 3) return undefined
  if (best.value > 0 && next.value <= 0) return ['win', best.move]
  if (best.value === 0 && next.value < 0) return ['draw', best.move]
  if (best.value > 0 && best.value - next.value >= MARGIN_GAP) return ['margin', best.move]
  return undefined
}

/** Each of the solver's moves is the only one that does what is asked for, and no reply helps him. */
function expectOnlyMoves({
  kind,
  position,
  solution,
}: Pick<PuzzleParts, 'kind' | 'position' | 'solution'>) {
  const margin = worthOf(position)
  let at = position
  for (const [ply, move] of solution.entries()) {
    if (ply % 2 === 0) {
      const [best, next] = ranked(at)
      expect(best && formatMove(best.move)).toBe(formatMove(move))
      if (kind === 'win') expect(best?.value).toBeGreaterThan(0)
      else expect(best?.value).toBe(margin)
      expect(next?.value ?? Number.NEGATIVE_INFINITY).toBeLessThan(
        { win: 1, draw: 0, margin: margin - MARGIN_GAP + 1 }[kind],
      )
    }
    at = play(at, move)
  }
  expect(verdictOf(margin)).toBe(kind === 'draw' ? 'draw' : 'win')
}

/** The same puzzle with every other reply to its first move, and every answer to that. */
function othersAfter(puzzle: PuzzleParts): readonly PuzzleParts[] {
  const { position, solution } = puzzle
  const [first, wanted] = solution
  if (first === undefined || wanted === undefined) return []
  const after = play(position, first)
  return legalMoves(after)
    .filter((reply) => !isSameMove(reply, wanted))
    .flatMap((reply) =>
      legalMoves(play(after, reply)).map((answer) => ({
        ...puzzle,
        solution: [first, reply, answer],
      })),
    )
}

function ranked(position: Position) {
  return legalMoves(position)
    .map((move) => ({ move, value: 0 - worthOf(play(position, move)) }))
    .sort((a, b) => b.value - a.value)
}

/** The final margin for the side to move, by trying everything. */
function worthOf(position: Position, known = new Map<string, number>()): number {
  const key = `${position.turn}${position.board.map((stack) => (stack === undefined ? '-' : `${stack.top.color[0]}${stack.top.value}${stack.height}`))}`
  const before = known.get(key)
  if (before !== undefined) return before
  const moves = legalMoves(position)
  const points = score(position)
  const value =
    moves.length === 0
      ? points[position.turn] - points[opposite(position.turn)]
      : Math.max(...moves.map((move) => 0 - worthOf(play(position, move), known)))
  known.set(key, value)
  return value
}
