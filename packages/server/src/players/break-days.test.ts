import { DAY_MS } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { breakDaysLeft } from './break-days.ts'

/** An instant, in days from the beginning of 2026, a year of 365 days. */
const day = (days: number) => Date.UTC(2026, 0) + days * DAY_MS
const span = (from: number, until: number) => ({ startedAt: day(from), until: day(until) })

describe('days of breaks', () => {
  test('are fourteen a year', () => {
    expect(breakDaysLeft([], day(100))).toBe(14)
    expect(breakDaysLeft([span(10, 15), span(20, 24)], day(100))).toBe(5)
    expect(breakDaysLeft([span(10, 24)], day(100))).toBe(0)
    expect(breakDaysLeft([span(-30, -20)], day(100))).toBe(14)
  })

  test('are used once they have begun', () => {
    expect(breakDaysLeft([span(10, 10)], day(100))).toBe(13)
    expect(breakDaysLeft([span(10, 10.01)], day(100))).toBe(13)
    expect(breakDaysLeft([span(10, 12.5)], day(100))).toBe(11)
    // The clock was set back before the break was over.
    expect(breakDaysLeft([span(10, 9)], day(100))).toBe(13)
  })

  test('count for the year in which each of them begins', () => {
    const overTheEnd = span(360.5, 370.5)
    expect(breakDaysLeft([overTheEnd], day(400))).toBe(9)
    expect(breakDaysLeft([overTheEnd], day(350))).toBe(9)
    // Only the remaining days of this year count, although the next one is near.
    expect(breakDaysLeft([span(10, 22)], day(358))).toBe(2)
    expect(breakDaysLeft([span(10, 22)], day(363.5))).toBe(14)
    expect(breakDaysLeft([span(10, 24)], day(364.5))).toBe(0)
  })
})
