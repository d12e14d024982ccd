import { shownProgressSchema, UNRATED } from '@hokito/protocol'
import { expect, test } from 'vitest'
import type { PuzzleProgress } from '../puzzles/puzzle-store.ts'
import { markedDays } from './history.ts'
import { shownMarks, shownProgressOf } from './shown-progress.ts'

const TODAY = '2026-11-28'
const NOTHING: PuzzleProgress = {
  rating: UNRATED,
  tried: [],
  days: {},
  rushBest: 0,
  missed: [],
  past: {},
  anyRule: false,
}
const solvedOn = (...days: readonly string[]): PuzzleProgress => ({
  ...NOTHING,
  days: Object.fromEntries(days.map((day) => [day, { id: 'p1', result: 'first' as const }])),
})
const progressOn = (today: string, puzzles: PuzzleProgress) => ({
  marks: markedDays({ games: [], daily: [], puzzles }),
  today,
  daily: [],
  puzzles,
})

test('a profile shows the days on which something was done, and the days in a row', () => {
  const puzzles = {
    ...solvedOn('2026-11-26', '2026-11-27', TODAY),
    past: { '2026-11-20': { tried: 5, solved: 3 } },
    rushBest: 7,
  }
  const shown = shownProgressOf(progressOn(TODAY, puzzles), undefined)
  expect(shownProgressSchema.parse(shown)).toEqual(shown)
  expect(shown).toMatchObject({ row: 3, longest: 3, puzzles: { tried: 5, solved: 3, rush: 7 } })
  expect([...shownMarks(shown)]).toEqual([
    ['2026-11-20', 'other'],
    ['2026-11-26', 'daily'],
    ['2026-11-27', 'daily'],
    [TODAY, 'daily'],
  ])
})

test('days before the last seventeen weeks are left out, but their row is remembered', () => {
  const long = Array.from({ length: 9 }, (_, n) => `2026-01-0${n + 1}`)
  const shown = shownProgressOf(progressOn(TODAY, solvedOn(...long)), undefined)
  expect(shown).toMatchObject({ row: 0, longest: 9 })
  expect([...shownMarks(shown)]).toEqual([])
})

test('a second device adds its days and puzzles to those of the first', () => {
  const phone = shownProgressOf(
    progressOn('2026-11-27', {
      ...solvedOn('2026-11-27'),
      past: { '2026-11-27': { tried: 9, solved: 8 } },
    }),
    undefined,
  )
  const both = shownProgressOf(progressOn(TODAY, solvedOn(TODAY)), phone)
  expect(both).toMatchObject({ until: TODAY, row: 2, longest: 2 })
  expect([...shownMarks(both).keys()]).toEqual(['2026-11-27', TODAY])
  const other = { ...NOTHING, past: { [TODAY]: { tried: 2, solved: 2 } } }
  expect(shownProgressOf(progressOn(TODAY, other), phone).puzzles).toEqual({ tried: 9, solved: 8 })
})

test('nothing but zeros is shown of a device without days', () => {
  const shown = shownProgressOf(progressOn(TODAY, NOTHING), undefined)
  expect(shownProgressSchema.parse(shown)).toMatchObject({ row: 0, longest: 0 })
  expect(shown.puzzles).toBeUndefined()
})
