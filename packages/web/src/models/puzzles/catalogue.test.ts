import { readFileSync } from 'node:fs'
import { readPuzzlePack } from '@hokito/engine/puzzles'
import { legalMoves, outcome, play } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { puzzlePack } from '../../../test/helpers/puzzles.ts'
import { dayAfter } from '../device/days.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import {
  type Catalogue,
  CHOICE_FROM,
  catalogueOf,
  FEWEST_CHOICES,
  nextPuzzle,
  puzzleOfDay,
} from './catalogue.ts'
import { practiceWish } from './practice-wish.ts'
import { createPuzzleStore } from './puzzle-store.ts'

const catalogue = await catalogueOf(puzzlePack(), async () => undefined)
const shipped = await (async () => {
  const pack = readPuzzlePack(
    readFileSync(new URL('../../../../engine/puzzles/shipped.txt', import.meta.url), 'utf8'),
  )
  if (!pack.ok) throw new Error('the shipped puzzles cannot be read')
  return catalogueOf(pack.value, async () => undefined)
})()
/** The puzzles of three past days. */
const PAST = ['uas6n1m', '8uqly20', 'ee3zgn9']
const wish = { rating: 1200, theme: undefined, anyRule: false, tried: new Set<string>() }
const CHANCES = [0, 0.2, 0.5, 0.99]

/** The same puzzles as another device loads them. */
async function another(): Promise<Catalogue> {
  return catalogueOf(puzzlePack(), () => new Promise((resolve) => setTimeout(resolve)))
}

test('all puzzles of a pack are found by their ids, each with its board', () => {
  expect(catalogue.summaries).toHaveLength(35)
  for (const summary of catalogue.summaries) {
    expect(catalogue.find(summary.id)).toBe(summary)
    expect(catalogue.open(summary)).toMatchObject(summary)
  }
  expect(catalogue.find('nothing')).toBeUndefined()
})

describe('the puzzle of a day', () => {
  test('is the same for everyone', async () => {
    const other = await another()
    for (let n = 0; n < 100; n++) {
      const day = dayAfter('2026-11-01', n)
      expect(puzzleOfDay(catalogue, day)).toEqual(puzzleOfDay(other, day))
    }
  })

  test('ends by the rule of the lessons, is none of the hardest, and comes again only when all have come', () => {
    const { length } = catalogue.summaries.filter(
      ({ endRule, rating }) => endRule === 'either' && rating <= 1600,
    )
    const days = Array.from({ length }, (_, n) => puzzleOfDay(catalogue, dayAfter('2026-11-01', n)))
    expect(new Set(days.map((summary) => summary?.id)).size).toBe(length)
    expect(days.every((summary) => summary?.endRule === 'either')).toBe(true)
  })

  test('is none where there are no puzzles', () => {
    expect(puzzleOfDay({ ...catalogue, summaries: [] }, '2026-11-23')).toBeUndefined()
  })
})

describe('the next puzzle', () => {
  test('is about as hard as is wished', () => {
    const nearest = catalogue.summaries
      .filter(({ endRule }) => endRule === 'either')
      .map(({ rating }) => Math.abs(rating - 1200))
      .sort((a, b) => a - b)
    for (const chance of CHANCES) {
      const next = nextPuzzle(catalogue, wish, chance)
      expect(Math.abs((next?.rating ?? 0) - 1200)).toBeLessThanOrEqual(nearest[11] ?? 0)
    }
  })

  test('ends by the other rule only where that is wished', () => {
    for (const chance of CHANCES) {
      expect(nextPuzzle(catalogue, wish, chance)?.endRule).toBe('either')
    }
    const tried = new Set(
      catalogue.summaries.filter(({ endRule }) => endRule === 'either').map(({ id }) => id),
    )
    expect(nextPuzzle(catalogue, { ...wish, anyRule: true, tried }, 0)?.endRule).toBe('onTurn')
  })

  test('has the theme and the length that are wished', () => {
    for (const chance of CHANCES) {
      const next = nextPuzzle(catalogue, { ...wish, theme: 'count', mostMoves: 1 }, chance)
      expect(next?.themes).toContain('count')
      expect(next?.ownMoves).toBe(1)
    }
    expect(nextPuzzle(catalogue, { ...wish, theme: 'comeback' }, 0)).toBeUndefined()
  })

  test('was not tried, as long as there is such a one', () => {
    const tried = new Set<string>()
    const { length } = catalogue.summaries.filter(({ endRule }) => endRule === 'either')
    for (let n = 0; n < length; n++) {
      const next = nextPuzzle(catalogue, { ...wish, tried }, 0.5)
      if (next === undefined || tried.has(next.id)) throw new Error(`it came twice: ${next?.id}`)
      tried.add(next.id)
    }
    expect(nextPuzzle(catalogue, { ...wish, tried }, 0.5)).toBeDefined()
  })
})

test('a puzzle of the day has several possible moves, and days before that rule keep theirs', () => {
  const opened = (day: string) => {
    const summary = puzzleOfDay(shipped, day)
    if (summary === undefined) throw new Error('the day has a puzzle')
    return { id: summary.id, choices: legalMoves(shipped.open(summary).position).length }
  }
  for (let n = 0; n < 400; n++) {
    expect(opened(dayAfter(CHOICE_FROM, n)).choices).toBeGreaterThanOrEqual(FEWEST_CHOICES)
  }
  // As they were on their days.
  expect(['2026-11-01', '2026-11-27', '2026-11-28'].map((day) => opened(day).id)).toEqual(PAST)
  const days = Array.from({ length: 800 }, (_, n) => opened(dayAfter(CHOICE_FROM, n)).id)
  // Nobody meets a puzzle twice within half a year.
  for (const n of days.keys())
    expect(new Set(days.slice(n, n + 180)).size).toBe(Math.min(180, 800 - n))
})

test('a beginner first meets puzzles whose solution ends the game on the board', () => {
  const progress = createPuzzleStore(memoryStorage).value.value
  const met = new Set<string>()
  for (let n = 0; n < 8; n++) {
    const next = nextPuzzle(shipped, practiceWish(progress, undefined, met), n / 8)
    if (next === undefined) throw new Error('there are enough such puzzles')
    const { position, solution } = shipped.open(next)
    expect(solution).toHaveLength(1)
    expect(outcome(solution.reduce(play, position))).toBeDefined()
    met.add(next.id)
  }
  expect(practiceWish(progress, undefined, met).isEnd).toBeUndefined()
})
