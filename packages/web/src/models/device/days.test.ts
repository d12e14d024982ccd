import { describe, expect, test } from 'vitest'
import { dayAfter, dayOf, isDay, monthAfter, streakOf, weeksOf } from './days.ts'

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
  const done = new Set(['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23'])

  test('counts the days in a row up to today', () => {
    expect(streakOf(done, '2026-11-23')).toBe(3)
  })

  test('is not broken while today is still open', () => {
    expect(streakOf(done, '2026-11-24')).toBe(3)
    expect(streakOf(done, '2026-11-25')).toBe(0)
  })
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
