import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { isSettled, ratedAfter, UNRATED } from './puzzle-rating.ts'
import {
  createPuzzleStore,
  joined,
  type PuzzleProgress,
  readProgress,
  solvedDays,
  withDay,
  withTry,
} from './puzzle-store.ts'

const DAY = '2026-11-23'
const PUZZLE = { id: 'abc1234', rating: 1600 }
const nothing = (): PuzzleProgress => createPuzzleStore(memoryStorage).value.value

describe('a rating', () => {
  test('rises with what was solved and falls with what was not, the more the harder it was', () => {
    const rises = ratedAfter(UNRATED, 1800, true).rating - UNRATED.rating
    expect(rises).toBeGreaterThan(ratedAfter(UNRATED, 1200, true).rating - UNRATED.rating)
    expect(ratedAfter(UNRATED, 1200, false).rating).toBeLessThan(UNRATED.rating)
  })

  test('is settled after some puzzles, and goes on moving', () => {
    expect(isSettled(UNRATED)).toBe(false)
    let rating = UNRATED
    for (let n = 0; n < 40; n++) rating = ratedAfter(rating, 1500, n % 2 === 0)
    expect(isSettled(rating)).toBe(true)
    expect(ratedAfter(rating, 1500, true).rating).toBeGreaterThan(rating.rating + 1)
  })

  test('moves by the first try at a puzzle only', () => {
    const first = withTry(nothing(), PUZZLE, { isSolved: false, counts: true })
    expect(first.rating.rating).toBeLessThan(UNRATED.rating)
    expect(withTry(first, PUZZLE, { isSolved: true, counts: true })).toEqual(first)
  })

  test('stays where a try does not count', () => {
    const tried = withTry(nothing(), PUZZLE, { isSolved: true, counts: false })
    expect(tried.rating).toEqual(UNRATED)
    expect(tried.tried).toEqual([PUZZLE.id])
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
    tried: ['abc1234', 'zzz0000'],
    days: { [DAY]: { id: 'abc1234', result: 'first' } },
    rushBest: 12,
    anyRule: true,
  }

  test('is what was reached', () => {
    const storage = memoryStorage()
    createPuzzleStore(() => storage).change(() => full)
    expect(createPuzzleStore(() => storage).value.value).toEqual(full)
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
