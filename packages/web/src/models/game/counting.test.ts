import {
  byColor,
  endingOnBoard,
  leader,
  legalMoves,
  type Position,
  parsePosition,
  play,
  randomDeal,
  randomIndex,
  scoreParts,
  seededBytes,
  start,
  totals,
} from '@hokito/rules'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCounting, LONGEST_COUNT_MS } from './counting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A game played at random to its end. */
const ends = fc.integer({ min: 1, max: 1e6 }).map((seed) => {
  const bytes = seededBytes(seed)
  const compensation = [0, 13.5][randomIndex(2, bytes)] ?? 0
  let position = { ...start(randomDeal('standard', bytes), 'either'), compensation }
  while (endingOnBoard(position) === undefined) {
    const moves = legalMoves(position)
    const move = moves[randomIndex(moves.length, bytes)]
    if (move === undefined) throw new Error('a running game has moves')
    position = play(position, move)
  }
  return position
})

function endOf(text: string): Position {
  const parsed = parsePosition(text, 'either')
  return parsed.ok ? parsed.value : expect.fail('the position cannot be read')
}

const FIVE = '------/--c4-B2-/------/----a2-/-C----/---b-- b'

test('counts the stacks of both sides from the least to the most valuable, each once', () => {
  fc.assert(
    fc.property(ends, (position) => {
      const { parts } = createCounting(position, 'atOnce')
      const points = parts.map((part) => part.points)
      expect(points).toEqual(points.toSorted((a, b) => a - b))
      const { black, white } = scoreParts(position)
      expect(new Set(parts.map(({ square }) => square)).size).toBe(black.length + white.length)
    }),
  )
})

test('adds up to the score stack by stack, in less than three seconds', () => {
  fc.assert(
    fc.property(ends, (position) => {
      const counting = createCounting(position, 'stepwise')
      expect(counting.sums.value).toEqual({ black: 0, white: position.compensation })
      const seen: number[] = []
      for (let ms = 0; ms < LONGEST_COUNT_MS && !counting.isDone.value; ms += 5) {
        const { counted, sums } = counting
        const last = counting.parts[counted.value - 1]
        if (counted.value !== seen.at(-1)) seen.push(counted.value)
        if (last !== undefined) expect(sums.value[last.color]).toBeGreaterThanOrEqual(last.points)
        vi.advanceTimersByTime(5)
      }
      expect(seen).toEqual(Array.from({ length: counting.parts.length + 1 }, (_, n) => n))
      expect(counting.isDone.value).toBe(true)
      expect(counting.sums.value).toEqual(totals(position))
    }),
    { numRuns: 20 },
  )
})

test('in the end only the winner’s stacks are lit; after a draw, all are', () => {
  fc.assert(
    fc.property(ends, (position) => {
      const { lit, totals } = createCounting(position, 'atOnce')
      const winner = leader(totals)
      const squares = byColor((color) => scoreParts(position)[color].map(({ square }) => square))
      const expected = winner === 'draw' ? [...squares.black, ...squares.white] : squares[winner]
      expect([...lit.value].sort()).toEqual([...expected].sort())
    }),
  )
})

test.each(['stepwise', 'atOnce', 'void'] as const)(
  'says from the start what the count will come to: %s',
  (pace) => {
    const counting = createCounting(endOf(FIVE), pace)
    expect(counting.totals).toEqual({ black: 16, white: 7 })
    counting.dispose()
  },
)

test('waits until the last move has landed', () => {
  let isFlying = true
  const counting = createCounting(endOf(FIVE), 'stepwise', () => isFlying)
  vi.advanceTimersByTime(5000)
  expect(counting.counted.value).toBe(0)
  isFlying = false
  vi.advanceTimersByTime(300)
  expect(counting.counted.value).toBe(1)
  counting.dispose()
})

test('can be skipped, and seen once more', () => {
  const counting = createCounting(endOf(FIVE), 'stepwise')
  vi.advanceTimersByTime(700)
  counting.finish()
  expect(counting.isDone.value).toBe(true)
  expect(counting.sums.value).toEqual({ black: 16, white: 7 })
  counting.again()
  expect(counting.isDone.value).toBe(false)
  expect(counting.counted.value).toBe(0)
  vi.advanceTimersByTime(LONGEST_COUNT_MS)
  expect(counting.isDone.value).toBe(true)
})

test('where points have decided nothing, no stack is counted', () => {
  const { parts, lit, isDone } = createCounting(endOf(FIVE), 'void')
  expect(parts).toEqual([])
  expect(lit.value).toEqual([])
  expect(isDone.value).toBe(true)
})
