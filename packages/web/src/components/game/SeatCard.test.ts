import { expect, test } from 'vitest'
import { formatClock } from './SeatCard.tsx'

test.each([
  [9_940, '0:09.9'],
  [10_000, '0:10'],
  [3_600_000, '1:00:00'],
  [86_400_000, '24:00:00'],
  [86_401_000, '1d 1h'],
  [172_799_000, '2d'],
  [172_800_000, '2d'],
])('%i ms on a clock read %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text)
})
