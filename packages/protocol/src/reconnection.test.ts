import { expect, test } from 'vitest'
import { RECONNECTION, reconnectionPauseMs } from './reconnection.ts'

test('pages that have lost the server ask straight away, then less and less often, and never all together', () => {
  const least = Array.from({ length: 8 }, (_, attempt) => reconnectionPauseMs(attempt, 0))
  const most = least.map((_, attempt) => reconnectionPauseMs(attempt, 1))
  expect(least).toEqual(least.toSorted((a, b) => a - b))
  expect(most[0]).toBeLessThan(500)
  expect(Math.max(...most)).toBeLessThanOrEqual(RECONNECTION.mostMs * (1 + RECONNECTION.spread))
  expect(most.every((ms, attempt) => ms > 2 * (least[attempt] ?? ms))).toBe(true)
})
