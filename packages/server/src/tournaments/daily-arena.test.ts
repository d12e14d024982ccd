import { expect, test } from 'vitest'
import { nextStart } from './daily-arena.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)

test.each([
  ['before its hour, today’s', '28T17:59:59', 18, '28T18:00:00'],
  ['while it runs, today’s', '28T18:59:59', 18, '28T18:00:00'],
  ['once it is over, tomorrow’s', '28T19:00:00', 18, '29T18:00:00'],
  ['at midnight, the one that begins then', '28T00:00:00', 0, '28T00:00:00'],
  ['late in the evening, tonight’s', '28T22:59:59', 23, '28T23:00:00'],
  ['at the end of the month, that of the next', '30T20:00:00', 18, '31T18:00:00'],
])('the arena to announce is, %s', (_, now, hour, start) => {
  const expected = start.startsWith('31') ? Date.parse('2026-12-01T18:00:00Z') : at(start)
  expect(nextStart(at(now), hour)).toBe(expected)
})
