import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eloOfScore, estimateElo, LEAST_PAIRS, type PairCounts, scoreOfElo, sprt } from './elo.ts'

const count = fc.integer({ min: 0, max: 500 })
const someCounts = fc.tuple(count, count, count, count, count)
const counts = someCounts.filter((pairs) => pairs.some((each) => each > 0))

describe('Elo and scores', () => {
  test.each([
    [0.5, 0],
    [0.64, 99.95],
    [0.76, 200.24],
    [0.909090909, 400],
  ])('a score of %d is %d Elo', (score, elo) => {
    expect(eloOfScore(score)).toBeCloseTo(elo, 1)
    expect(scoreOfElo(elo)).toBeCloseTo(score, 4)
  })
})

describe('estimateElo', () => {
  test('is nothing and everything before the first pair', () => {
    const { elo, low, high } = estimateElo([0, 0, 0, 0, 0])
    expect([elo, low, high]).toEqual([0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  })

  test('encloses the estimate and turns round with the players', () => {
    fc.assert(
      fc.property(counts, ([a, b, c, d, e]) => {
        const own = estimateElo([a, b, c, d, e])
        const other = estimateElo([e, d, c, b, a])
        expect(own.low).toBeLessThanOrEqual(own.elo)
        expect(own.high).toBeGreaterThanOrEqual(own.elo)
        if (Number.isFinite(own.elo)) expect(other.elo).toBeCloseTo(-own.elo, 6)
      }),
      { seed: 1 },
    )
  })

  test('is half as wide with four times the pairs', () => {
    const width = (pairs: PairCounts) => scoreOfElo(estimateElo(pairs).high) - 0.5
    expect(width([400, 0, 800, 0, 400])).toBeCloseTo(width([100, 0, 200, 0, 100]) / 2, 3)
  })

  test('still has a lower bound when every game was won', () => {
    const { elo, low } = estimateElo([0, 0, 0, 0, 20])
    expect(elo).toBe(Number.POSITIVE_INFINITY)
    expect(low).toBeGreaterThan(200)
    expect(low).toBeLessThan(2000)
  })
})

describe('sprt', () => {
  const hypotheses = { elo0: 0, elo1: 10 }

  test.each<[string, PairCounts, 'H0' | 'H1' | undefined]>([
    ['nothing played', [0, 0, 0, 0, 0], undefined],
    ['too few pairs', [0, 0, 0, 0, LEAST_PAIRS - 2], undefined],
    ['a crushing first', [0, 0, 0, 0, LEAST_PAIRS], 'H1'],
    ['a crushing second', [LEAST_PAIRS, 0, 0, 0, 0], 'H0'],
    ['even, long', [1000, 1000, 4000, 1000, 1000], 'H0'],
    ['20 Elo better, long', [800, 900, 4000, 1100, 1200], 'H1'],
    ['even, short', [10, 10, 40, 10, 10], undefined],
  ])('%s', (_, pairs, accepted) => {
    expect(sprt(pairs, hypotheses).accepted).toBe(accepted)
  })

  test('leans to neither side halfway between the hypotheses', () => {
    expect(sprt([7, 20, 46, 20, 7], { elo0: -10, elo1: 10 }).llr).toBeCloseTo(0, 9)
  })

  test('errs in about one match of twenty, where the truth is one of the hypotheses', () => {
    const random = mulberry(5)
    const wrong = { 0: 0, 30: 0 }
    for (const truth of [0, 30] as const) {
      for (let match = 0; match < 200; match++) {
        if (simulate(truth, random) !== (truth === 0 ? 'H0' : 'H1')) wrong[truth]++
      }
    }
    expect(wrong[0]).toBeLessThan(22)
    expect(wrong[30]).toBeLessThan(22)
  })

  function simulate(truth: number, random: () => number) {
    const pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0]
    for (;;) {
      const game = () => (random() < scoreOfElo(truth) ? 2 : 0)
      const points = game() + game()
      pairs[points] = (pairs[points] ?? 0) + 1
      const { accepted } = sprt(pairs, { elo0: 0, elo1: 30 })
      if (accepted !== undefined) return accepted
    }
  }
})

/** A repeatable replacement for `Math.random`. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
