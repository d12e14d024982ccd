import { UNRATED } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { isSettled, ratedAfter, triesToSettle } from './puzzle-rating.ts'
import {
  createPuzzleStore,
  joined,
  type PuzzleProgress,
  readProgress,
  solvedDays,
  withDay,
  withRush,
  withTry,
} from './puzzle-store.ts'

const DAY = '2026-11-23'
const NOW = Date.parse(DAY)
const YEAR_MS = 365 * 86_400_000
const PUZZLE = { id: 'abc1234', rating: 1600, themes: ['tower'] }
const nothing = (): PuzzleProgress => createPuzzleStore(memoryStorage).value.value

describe('a rating', () => {
  test('rises with what was solved and falls with what was not, the more the harder it was', () => {
    const rises = ratedAfter(UNRATED, 1800, true).rating - UNRATED.rating
    expect(rises).toBeGreaterThan(ratedAfter(UNRATED, 1200, true).rating - UNRATED.rating)
    expect(ratedAfter(UNRATED, 1200, false).rating).toBeLessThan(UNRATED.rating)
  })

  test('does not throw a beginner far down, and tells how many puzzles are missing', () => {
    const one = ratedAfter(UNRATED, 1500, false)
    expect(one.rating).toBe(UNRATED.rating - 100)
    expect(triesToSettle(one)).toBeLessThan(triesToSettle(UNRATED))
    let rating = UNRATED
    for (let n = triesToSettle(UNRATED); n > 0; n--) rating = ratedAfter(rating, 1500, n % 2 === 0)
    expect(triesToSettle(rating)).toBeLessThan(3)
  })

  test('is settled after some puzzles, and goes on moving', () => {
    expect(isSettled(UNRATED)).toBe(false)
    let rating = UNRATED
    for (let n = 0; n < 40; n++) rating = ratedAfter(rating, 1500, n % 2 === 0)
    expect(isSettled(rating)).toBe(true)
    expect(ratedAfter(rating, 1500, true).rating).toBeGreaterThan(rating.rating + 1)
  })

  test.each([
    ['solves everything', () => true],
    ['solves nothing', () => false],
    ['solves one in 50', (n: number) => n % 50 === 49],
    ['misses one in 50', (n: number) => n % 50 !== 49],
  ])('of a player who %s stays settled and within its bounds', (_, isSolved) => {
    let rating = UNRATED
    const settled: boolean[] = []
    for (let n = 0; n < 3000; n++) {
      // Practice gives a puzzle close to the rating, and all puzzles are between these bounds.
      const before = rating
      rating = ratedAfter(before, Math.min(2400, Math.max(600, before.rating)), isSolved(n))
      settled.push(isSettled(rating))
      expect(rating.rating).toBeGreaterThanOrEqual(100)
      expect(rating.rating).toBeLessThanOrEqual(4000)
      expect(rating.deviation).toBeLessThanOrEqual(before.deviation)
    }
    expect(settled.indexOf(true)).toBeLessThan(20)
    expect(settled.lastIndexOf(false)).toBeLessThan(settled.indexOf(true))
  })

  test('becomes less certain with time, and then moves further', () => {
    const known = { rating: 1500, deviation: 60, volatility: 0.06 }
    const after = (idleMs: number) =>
      withTry({ ...nothing(), rating: known, ratedAt: NOW - idleMs }, PUZZLE, {
        isSolved: true,
        counts: true,
        at: NOW,
      })
    expect(after(YEAR_MS).rating.rating).toBeGreaterThan(after(0).rating.rating)
    expect(isSettled(after(3 * YEAR_MS).rating)).toBe(false)
    expect(after(-YEAR_MS)).toEqual({ ...after(0), ratedAt: NOW })
    expect(after(1e15).rating.deviation).toBeLessThanOrEqual(UNRATED.deviation)
  })

  test('moves by the first try at a puzzle only', () => {
    const first = withTry(nothing(), PUZZLE, { isSolved: false, counts: true, at: NOW })
    expect(first.rating.rating).toBeLessThan(UNRATED.rating)
    expect(withTry(first, PUZZLE, { isSolved: true, counts: true, at: NOW })).toEqual(first)
  })

  test('stays where a try does not count', () => {
    const tried = withTry(nothing(), PUZZLE, { isSolved: true, counts: false, at: NOW })
    expect(tried.rating).toEqual(UNRATED)
    expect(tried.tried).toEqual([PUZZLE.id])
  })
})

describe('missed puzzles', () => {
  const tryAt = (now: PuzzleProgress, id: string, themes: readonly string[], isSolved: boolean) =>
    withTry(now, { id, rating: 1500, themes }, { isSolved, counts: true, at: NOW })

  test('leave their themes, until another one of a theme is solved', () => {
    const missed = tryAt(
      tryAt(nothing(), 'a', ['tower', 'count'], false),
      'b',
      ['sacrifice'],
      false,
    )
    expect(missed.missed).toEqual([['tower', 'count'], ['sacrifice']])
    expect(tryAt(missed, 'c', ['corners'], true).missed).toEqual(missed.missed)
    expect(tryAt(missed, 'd', ['count'], true).missed).toEqual([['sacrifice']])
  })

  test('are the latest sixty at most', () => {
    let now = nothing()
    for (let n = 0; n < 70; n++) now = tryAt(now, `p${n}`, [`t${n}`], false)
    expect(now.missed).toHaveLength(60)
    expect(now.missed.at(-1)).toEqual(['t69'])
  })

  test('are those of the device with more tries, and of none in an old backup', () => {
    const here = tryAt(nothing(), 'a', ['tower'], false)
    const other = tryAt(tryAt(nothing(), 'b', ['count'], false), 'c', ['quiet'], false)
    expect(joined(here, other).missed).toEqual([['count'], ['quiet']])
    const { missed: _, ...old } = here
    expect(readProgress(JSON.parse(JSON.stringify(old)))?.missed).toEqual([])
  })
})

describe('the past', () => {
  const settled = { ...UNRATED, deviation: 60 }
  const rated = (): PuzzleProgress => ({ ...nothing(), rating: settled })
  const tryOn = (now: PuzzleProgress, id: string, isSolved: boolean, counts: boolean) =>
    withTry(now, { id, rating: 1500, themes: ['tower'] }, { isSolved, counts, at: NOW })

  test('has the puzzles, the last rating and the best rush of each day', () => {
    const one = tryOn(rated(), 'a', true, true)
    const two = tryOn(tryOn(one, 'b', false, true), 'c', true, false)
    // Trying again changes nothing.
    const again = tryOn(two, 'b', true, true)
    const rushed = withRush(withRush(again, 7, NOW), 4, NOW)
    expect(rushed.past).toEqual({
      [DAY]: { tried: 3, solved: 2, rating: Math.round(two.rating.rating), rush: 7 },
    })
    expect(rushed.rushBest).toBe(7)
    const later = withRush(rushed, 5, NOW + 86_400_000)
    expect(Object.keys(later.past)).toEqual([DAY, '2026-11-24'])
    expect(later.rushBest).toBe(7)
  })

  test('has no rating before it is settled', () => {
    expect(tryOn(nothing(), 'a', true, true).past[DAY]).toEqual({ tried: 1, solved: 1 })
  })

  test('of two devices is that with more on each day', () => {
    const here = withRush(tryOn(nothing(), 'a', true, true), 3, NOW)
    const other = tryOn(tryOn(nothing(), 'b', false, true), 'c', false, true)
    for (const both of [joined(here, other), joined(other, here)]) {
      expect(both.past[DAY]).toEqual({ ...other.past[DAY], rush: 3 })
    }
  })

  test('of progress from before it was kept is empty', () => {
    const { past: _, ...old } = nothing()
    expect(readProgress(old)?.past).toEqual({})
    expect(readProgress({ ...old, past: { [DAY]: { tried: -1, solved: 0 } } })).toBeUndefined()
  })
})

describe('a day', () => {
  const { id } = PUZZLE

  test('that was given up stays given up', () => {
    const shown = withDay(nothing(), DAY, { id, result: 'shown' })
    expect(withDay(shown, DAY, { id, result: 'first' })).toEqual(shown)
    expect(solvedDays(shown).size).toBe(0)
  })

  test('with a wrong try is solved, but not at the first one', () => {
    const tried = withDay(nothing(), DAY, { id, result: 'tried' })
    expect(solvedDays(tried).has(DAY)).toBe(false)
    const solved = withDay(tried, DAY, { id, result: 'first' })
    expect(solved.days[DAY]?.result).toBe('later')
    expect(solvedDays(solved).has(DAY)).toBe(true)
  })
})

describe('what is kept', () => {
  const full: PuzzleProgress = {
    rating: { rating: 1612.5, deviation: 90, volatility: 0.06 },
    ratedAt: NOW,
    tried: ['abc1234', 'zzz0000'],
    days: { [DAY]: { id: 'abc1234', result: 'first' } },
    rushBest: 12,
    missed: [['tower', 'count']],
    past: { [DAY]: { tried: 3, solved: 2, rating: 1612, rush: 9 } },
    anyRule: true,
  }

  test('is what was reached', () => {
    const storage = memoryStorage()
    createPuzzleStore(() => storage).change(() => full)
    expect(createPuzzleStore(() => storage).value.value).toEqual(full)
  })

  test('from before there were bounds is within them', () => {
    const rating = { rating: -136, deviation: 90, volatility: 0.06 }
    expect(readProgress({ ...full, rating })?.rating).toEqual({ ...rating, rating: 100 })
  })

  test.each([
    ['no object', 'x'],
    ['a rating without its deviation', { ...full, rating: { rating: 1500, volatility: 0.06 } }],
    ['a rating beyond all bounds', { ...full, rating: { ...full.rating, rating: 1e9 } }],
    ['a day that there is not', { ...full, days: { '2026-02-30': full.days[DAY] } }],
    ['a result of no kind', { ...full, days: { [DAY]: { id: 'abc1234', result: 'won' } } }],
    ['a strange id', { ...full, tried: ['../../x'] }],
    ['a rush of less than nothing', { ...full, rushBest: -1 }],
  ])('is refused where it has %s', (_, json) => {
    expect(readProgress(json)).toBeUndefined()
  })

  test('on two devices is joined: all days, the better result, the longer rating, the best rush', () => {
    const here = withDay(nothing(), DAY, { id: 'abc1234', result: 'tried' })
    const both = joined(here, {
      ...full,
      days: { ...full.days, '2026-11-20': { id: 'q', result: 'shown' } },
    })
    expect(both.days).toEqual({
      [DAY]: { id: 'abc1234', result: 'first' },
      '2026-11-20': { id: 'q', result: 'shown' },
    })
    expect(both.rating).toEqual(full.rating)
    expect(both.rushBest).toBe(12)
    expect(joined(full, here).days[DAY]?.result).toBe('first')
  })
})
