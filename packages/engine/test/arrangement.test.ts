import { SIDE_ARRANGEMENTS, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { arrangementWorth, chooseArrangement } from '../src/arrangement.ts'
import { LEVELS } from '../src/levels.ts'

const GAMES = 60

/** Arrangements that a level has chosen. */
function chosen(level: number): number[] {
  const randomBytes = seededBytes(level)
  return Array.from({ length: GAMES }, () => chooseArrangement(level, randomBytes))
}

function averageWorth(level: number): number {
  return chosen(level).reduce((sum, number) => sum + arrangementWorth(number), 0) / GAMES
}

test.each(LEVELS.map((_, index) => index + 1))(
  'level %i chooses arrangements, and hardly ever the same',
  (level) => {
    const numbers = chosen(level)
    for (const number of numbers) {
      expect(Number.isInteger(number) && number >= 0 && number < SIDE_ARRANGEMENTS).toBe(true)
    }
    expect(new Set(numbers).size).toBe(GAMES)
  },
)

test('stronger levels choose arrangements that have won more', () => {
  const [random, middle, strong] = [1, 7, 10].map(averageWorth)
  expect(middle).toBeGreaterThan(Number(random))
  expect(strong).toBeGreaterThan(Number(middle))
})
