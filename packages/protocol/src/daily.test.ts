import { createHash } from 'node:crypto'
import { formatDeal } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import {
  DAILY_GRACE_MS,
  dayAfter,
  dayAt,
  daySchema,
  dealOfDay,
  FIRST_DAY,
  startOfDay,
  stateOfDay,
} from './daily.ts'

const DAY_MS = 86_400_000
const TEN_YEARS = Array.from({ length: 3653 }, (_, n) => dayAfter(FIRST_DAY, n))

/** The rule of docs/daily.md, implemented in another way. */
function numbersOf(day: string): string {
  const seed = createHash('sha256').update(`hokito-daily-${day}`, 'ascii').digest()
  const bytes = Buffer.concat(
    Array.from({ length: 40 }, (_, n) => {
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(n)
      return createHash('sha256').update(seed).update(counter).digest()
    }),
  )
  const drawn = Array.from(
    { length: bytes.length / 4 },
    (_, n) => bytes.readUInt32BE(4 * n) % 2 ** 25,
  )
  return drawn
    .filter((number) => number < 17_153_136)
    .slice(0, 2)
    .join('.')
}

describe('the beginning of a day', () => {
  test('follows from the rule, by a second way too, and in ten years none comes again', () => {
    const deals = TEN_YEARS.map((day) => formatDeal(dealOfDay(day)))
    expect(deals).toEqual(TEN_YEARS.map(numbersOf))
    expect(new Set(deals).size).toBe(TEN_YEARS.length)
    expect(deals[0]).toBe('431495.14351291')
  })

  test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('is of the same day in %s', (zone) => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      const noon = Date.UTC(2026, 10, 23, 12)
      expect(new Date(noon).getHours()).not.toBe(12)
      expect(dayAt(noon)).toBe('2026-11-23')
      expect(dayAt(startOfDay(FIRST_DAY) - 1)).toBe('2026-11-22')
      expect(dayAfter(FIRST_DAY, 8)).toBe('2026-12-01')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})

test('a day is open from its first moment until two days after its last', () => {
  const from = startOfDay(FIRST_DAY)
  expect(stateOfDay(FIRST_DAY, from - 1)).toBe('future')
  expect(stateOfDay(FIRST_DAY, from)).toBe('open')
  expect(stateOfDay(FIRST_DAY, from + DAY_MS + DAILY_GRACE_MS - 1)).toBe('open')
  expect(stateOfDay(FIRST_DAY, from + DAY_MS + DAILY_GRACE_MS)).toBe('closed')
  expect(stateOfDay(dayAfter(FIRST_DAY, -1), from)).toBe('closed')
})

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '1999-01-01', '2026-11-23 ', ''])(
  'no day is %j',
  (text) => {
    expect(daySchema.safeParse(text).success).toBe(false)
  },
)
