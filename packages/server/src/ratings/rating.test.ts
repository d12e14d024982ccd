import { type Rating, UNRATED, widenedRating } from '@hokito/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardOf, expectedScore, ratedAfter } from './rating.ts'

const rating = (points: number, deviation: number): Rating => ({
  rating: points,
  deviation,
  volatility: 0.06,
})

test("comes to what Glickman's own example comes to", () => {
  // http://www.glicko.net/glicko/glicko2.pdf, example at the end of the paper.
  const after = ratedAfter(rating(1500, 200), [
    { opponent: rating(1400, 30), edge: 0, score: 1 },
    { opponent: rating(1550, 100), edge: 0, score: 0 },
    { opponent: rating(1700, 300), edge: 0, score: 0 },
  ])
  expect(after.rating).toBeCloseTo(1464.06, 1)
  expect(after.deviation).toBeCloseTo(151.52, 2)
  // The paper truncates the value and does not round it.
  expect(after.volatility).toBeCloseTo(0.059995, 5)
})

test("expects what the paper's example expects of each opponent", () => {
  const own = rating(1500, 200)
  const expected = [rating(1400, 30), rating(1550, 100), rating(1700, 300)].map((opponent) =>
    expectedScore(own, { opponent, edge: 0 }),
  )
  expect(expected.map((score) => Number(score.toFixed(3)))).toEqual([0.639, 0.432, 0.303])
})

describe('two games with colours swapped', () => {
  const own = rating(1900, 60)

  test.each([0, 80, 363, 640])(
    'at an edge of %i: one each moves nothing between equals',
    (edge) => {
      const after = ratedAfter(own, [
        { opponent: own, edge: -edge, score: 1 },
        { opponent: own, edge, score: 0 },
      ])
      expect(after.rating).toBeCloseTo(1900, 6)
    },
  )

  test('the expectations of both sides come to two', () => {
    const [strong, weak] = [rating(1900, 60), rating(1700, 60)]
    const match = (one: Rating, opponent: Rating) =>
      expectedScore(one, { opponent, edge: 200 }) + expectedScore(one, { opponent, edge: -200 })
    expect(match(strong, weak) + match(weak, strong)).toBeCloseTo(2, 9)
    expect(match(strong, weak)).toBeGreaterThan(1)
  })
})

test('whatever happens, every part stays within its bounds', () => {
  const anyRating = fc.record({
    rating: fc.double({ min: 100, max: 4000, noNaN: true }),
    deviation: fc.double({ min: 45, max: 350, noNaN: true }),
    volatility: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
  })
  const anyGame = fc.record({
    opponent: anyRating,
    edge: fc.integer({ min: -700, max: 700 }),
    score: fc.constantFrom(0, 0.5, 1),
  })
  fc.assert(
    fc.property(anyRating, fc.array(anyGame, { maxLength: 30 }), (before, games) => {
      const after = ratedAfter(before, games)
      expect(after.rating).toBeGreaterThanOrEqual(100)
      expect(after.rating).toBeLessThanOrEqual(4000)
      expect(Math.abs(after.rating - before.rating)).toBeLessThanOrEqual(700.001)
      expect(after.deviation).toBeGreaterThanOrEqual(45)
      expect(after.deviation).toBeLessThanOrEqual(350)
      expect(after.volatility).toBeLessThanOrEqual(0.1)
    }),
    { seed: 18 },
  )
})

test('is surer after games, and less sure after a year without', () => {
  const settled = ratedAfter(UNRATED, [{ opponent: rating(1500, 60), edge: 0, score: 0.5 }])
  expect(settled.deviation).toBeLessThan(UNRATED.deviation)
  expect(cardOf(rating(1512.4, 80.2))).toEqual({ value: 1512, deviation: 80, isProvisional: false })
  const rested = widenedRating(rating(1512, 60), 365 * 86_400_000)
  expect(cardOf(rested).isProvisional).toBe(true)
  expect(widenedRating(rating(1512, 60), -1)).toEqual(rating(1512, 60))
  expect(widenedRating(UNRATED, 1e13).deviation).toBe(UNRATED.deviation)
})
