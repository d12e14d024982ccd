import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISC, type MarkPoint, PLOT, shiftsOfMarks } from './mark-places.ts'

const placesOf = (points: readonly MarkPoint[]) => {
  const shifts = shiftsOfMarks(points)
  return points.map(({ x, y }, index) => ({
    left: (x / 100) * PLOT.width,
    top: (y / 100) * PLOT.height + (shifts[index] ?? 0),
  }))
}

const points = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 4, max: 96, noNaN: true }),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('no disc covers another where few are beside each other', () => {
  fc.assert(
    fc.property(fc.array(points, { maxLength: 3 }), (few) => {
      const places = placesOf(few)
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1)) {
          const isApart =
            Math.abs(one.left - other.left) >= DISC.width - 1e-9 ||
            Math.abs(one.top - other.top) >= DISC.height - 1e-9
          expect(isApart).toBe(true)
        }
      }
    }),
  )
})

test('three discs near the top find room below each other', () => {
  const tops = [14.2, 14.1, 14.05]
  const few = tops.map((top, index) => ({ x: 0, y: (top / PLOT.height) * 100, weight: -index }))
  const places = placesOf(few).map(({ top }) => Math.round(top * 100) / 100)
  expect(places).toEqual([14.2, 34.2, 54.2])
})

test('the gravest of those that would cover each other stays on its point', () => {
  const shifts = shiftsOfMarks([
    { x: 50, y: 50, weight: 0.1 },
    { x: 51, y: 50, weight: 0.9 },
    { x: 52, y: 50, weight: 0.2 },
  ])
  expect(shifts).toEqual([-DISC.height, 0, DISC.height])
})

test('a disc that has room is not moved', () => {
  fc.assert(
    fc.property(fc.array(points, { maxLength: 14 }), (some) => {
      const apart = some.map((point, index) => ({ ...point, x: index * 7 }))
      expect(shiftsOfMarks(apart)).toEqual(apart.map(() => 0))
    }),
  )
})
