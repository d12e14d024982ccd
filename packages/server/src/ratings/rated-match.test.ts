import type { Rating } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { firstMoveEdge } from './first-move.ts'
import { rateMatch, winnersFor } from './rated-match.ts'

const at = (rating: number, deviation = 60): Rating => ({ rating, deviation, volatility: 0.06 })

describe('the edge of the first move', () => {
  test('grows with strength and stays within what was seen', () => {
    const edges = [500, 1030, 1300, 1500, 1800, 2140, 2500, 4000].map(firstMoveEdge)
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
    expect(edges[0]).toBe(24)
    expect(firstMoveEdge(1500)).toBe(77)
    expect(edges.at(-1)).toBeLessThanOrEqual(640)
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

  test('comes to the same whoever of the two began', () => {
    const [strong, weak] = [at(1800, 50), at(1500, 90)]
    const one = rateMatch({ winners: ['white', 'black'] }, { black: strong, white: weak })
    const other = rateMatch({ winners: ['black', 'white'] }, { black: weak, white: strong })
    expect(one.black.after.rating).toBeCloseTo(other.white.after.rating, 9)
  })
})
