import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayAfter,
  dayOf,
  isDay,
  longestStreak,
  monthAfter,
  streakOf,
  weeksOf,
  weeksUpTo,
} from './days.ts'

describe('a day', () => {
  test('is the same in every time zone', () => {
    const instant = Date.parse('2026-11-23T23:30:00Z')
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
        process.env.TZ = zone
        expect(dayOf(instant)).toBe('2026-11-23')
        expect(dayAfter('2026-03-28')).toBe('2026-03-29')
        expect(weeksOf('2026-11')[0]).toEqual([...Array(6).fill(undefined), '2026-11-01'])
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  test('follows the one before, over months, leap days and years', () => {
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2028-02-28')).toBe('2028-02-29')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
    expect(monthAfter('2026-12', 1)).toBe('2027-01')
    expect(monthAfter('2026-01', -1)).toBe('2025-12')
  })

  test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', ''])(
    '%j is none',
    (text) => expect(isDay(text)).toBe(false),
  )
})

describe('a streak', () => {
  // A Monday, and the days before it with one gap.
  const done = new Set(['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23'])

  test('counts the days in a row up to today, over one missed day a week', () => {
    expect(streakOf(done, '2026-11-23')).toBe(4)
    expect(longestStreak(done)).toBe(4)
  })

  test('is not broken while today is still open', () => {
    expect(streakOf(done, '2026-11-24')).toBe(4)
    expect(streakOf(done, '2026-11-25')).toBe(4)
    expect(streakOf(done, '2026-11-26')).toBe(0)
  })

  test('ends at the second missed day of a week, and begins again', () => {
    const days = new Set(['2026-11-16', '2026-11-18', '2026-11-20', '2026-11-21'])
    expect(streakOf(days, '2026-11-21')).toBe(3)
    expect(longestStreak(days)).toBe(3)
    expect(streakOf(new Set(), '2026-11-21')).toBe(0)
    expect(longestStreak(new Set())).toBe(0)
  })

  test('is never longer than its days, and the longest is one of a day', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (offsets) => {
        const days = new Set(offsets.map((offset) => dayAfter('2026-11-02', offset)))
        const all = Array.from({ length: 62 }, (_, n) => streakOf(days, dayAfter('2026-11-02', n)))
        expect(Math.max(...all)).toBe(longestStreak(days))
        expect(longestStreak(days)).toBeLessThanOrEqual(days.size)
      }),
    )
  })
})

test('the last weeks end with that of today', () => {
  const weeks = weeksUpTo('2026-11-25', 3)
  expect(weeks.map((week) => [week.length, week[0]])).toEqual([
    [7, '2026-11-09'],
    [7, '2026-11-16'],
    [7, '2026-11-23'],
  ])
})

test('a month is shown in whole weeks, with all of its days in order', () => {
  for (const month of ['2026-02', '2026-11', '2027-08', '2028-02']) {
    const weeks = weeksOf(month)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    const days = weeks.flat().filter((day) => day !== undefined)
    expect(days).toHaveLength(
      new Date(`${monthAfter(month, 1)}-01`).getTime() / 864e5 -
        new Date(`${month}-01`).getTime() / 864e5,
    )
    expect(days).toEqual([...days].sort())
  }
})
