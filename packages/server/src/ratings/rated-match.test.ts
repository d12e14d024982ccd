import type { Rating } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { edgeLeft, firstMoveEdge } from './first-move.ts'
import { rateMatch, winnerFor, winnersFor } from './rated-match.ts'

const at = (rating: number, deviation = 60): Rating => ({ rating, deviation, volatility: 0.06 })

describe('the edge of the first move', () => {
  test('grows with strength and stays within what was seen', () => {
    const edges = [500, 1030, 1300, 1500, 1800, 2140, 2500, 4000].map(firstMoveEdge)
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
    expect(edges[0]).toBe(24)
    expect(firstMoveEdge(1500)).toBe(77)
    expect(edges.at(-1)).toBe(284)
  })
})

describe('what the fair compensation leaves of it', () => {
  test.each([500, 980, 1300, 1500, 1800, 2140, 2500, 4000])('is little at %i', (strength) => {
    expect(Math.abs(edgeLeft(strength))).toBeLessThanOrEqual(100)
  })

  test.each([2000, 2500])('is much less than the edge itself at %i', (strength) => {
    expect(Math.abs(edgeLeft(strength))).toBeLessThan(firstMoveEdge(strength) / 3)
  })
})

describe('a single game', () => {
  const both = { black: at(1000), white: at(1000) }

  test('is expected to go as the edge that is left says', () => {
    const { black, white } = rateMatch({ winners: winnerFor('black', 1) }, both)
    expect(black.expected > 0.5).toBe(edgeLeft(1000) > 0)
    expect(black.expected + white.expected).toBeCloseTo(1, 9)
    expect([black.scored, white.scored]).toEqual([1, 0])
  })

  test('moves both ratings by as much, and more if the weaker wins', () => {
    const { black, white } = rateMatch({ winners: ['white'] }, both)
    expect(black.after.rating + white.after.rating).toBeCloseTo(2000, 6)
    expect(white.after.rating).toBeGreaterThan(1000)
    const upset = rateMatch({ winners: ['white'] }, { black: at(1300), white: at(1000) })
    expect(upset.white.after.rating - 1000).toBeGreaterThan(white.after.rating - 1000)
  })
})

describe('a match', () => {
  test.each([1000, 1500, 2100])('of equals at %i with one game each moves nothing', (points) => {
    const both = { black: at(points), white: at(points) }
    const { black, white } = rateMatch({ winners: winnersFor('black', 1) }, both)
    expect(black.after.rating).toBeCloseTo(points, 6)
    expect(white.after.rating).toBeCloseTo(points, 6)
    expect(black).toMatchObject({ scored: 1, expected: expect.closeTo(1, 9) })
  })

  test('that is won twice moves both by as much', () => {
    const both = { black: at(1500), white: at(1500) }
    const { black, white } = rateMatch({ winners: winnersFor('white', 2) }, both)
    expect(white.after.rating).toBeGreaterThan(1510)
    expect(white.after.rating + black.after.rating).toBeCloseTo(3000, 6)
  })

  test('counts an even score against the stronger', () => {
    const ratings = { black: at(1700), white: at(1500) }
    const { black, white } = rateMatch({ winners: ['draw', 'draw'] }, ratings)
    expect(black.expected).toBeGreaterThan(black.scored)
    expect(black.after.rating).toBeLessThan(1700)
    expect(white.after.rating).toBeGreaterThan(1500)
  })

  test('has the same result whichever player began', () => {
    const [strong, weak] = [at(1800, 50), at(1500, 90)]
    const one = rateMatch({ winners: ['white', 'black'] }, { black: strong, white: weak })
    const other = rateMatch({ winners: ['black', 'white'] }, { black: weak, white: strong })
    expect(one.black.after.rating).toBeCloseTo(other.white.after.rating, 9)
  })
})
