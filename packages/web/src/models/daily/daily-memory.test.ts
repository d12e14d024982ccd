import { dayAfter, FIRST_DAY, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, outcome, play } from '@hokito/rules'
import { expect, test } from 'vitest'
import { besideParOf, dailyMeans, lastDailyLevel, memoryOf } from './daily-memory.ts'
import { type DailyGame, marginOfDaily } from './daily-store.ts'
import { PAR_GAMES } from './par.ts'

/** A whole game of a day; `pick` chooses among the legal moves. */
function gameOf(n: number, level: DailyGame['level'], pick: number): DailyGame {
  const day = dayAfter(FIRST_DAY, n)
  let position = positionOfDay(day)
  const moves: string[] = []
  while (outcome(position) === undefined) {
    const all = legalMoves(position)
    const move = all[pick % all.length]
    if (move === undefined) break
    moves.push(formatMove(move))
    position = play(position, move)
  }
  return { day, level, moves, fate: { kind: 'unsent' } }
}

const games = [gameOf(0, 3, 0), gameOf(2, 3, 1), gameOf(5, 3, 2), gameOf(5, 4, 3)]
const margins = games.map((game) => marginOfDaily(game) ?? expect.fail())
const [first = 0, second = 0, third = 0, other = 0] = margins

test('a level remembers the last days and the mean of all days but this one', () => {
  const memory = memoryOf(games, 3, dayAfter(FIRST_DAY, 5), 4)
  expect(memory.row.map(({ margin }) => margin)).toEqual([second, undefined, undefined, third])
  expect(memory).toMatchObject({ own: third, mean: (first + second) / 2, count: 2 })
})

test('a day that is not played yet is compared with nothing, and a first day has no mean', () => {
  const open = memoryOf(games, 3, dayAfter(FIRST_DAY, 6), 1)
  expect(open).toMatchObject({ own: undefined, mean: (first + second + third) / 3, count: 3 })
  const only = memoryOf(games, 4, dayAfter(FIRST_DAY, 5), 1)
  expect(only).toMatchObject({ own: other, mean: undefined, count: 0 })
  const running: DailyGame = { ...gameOf(6, 4, 0), moves: [], fate: { kind: 'running' } }
  expect(memoryOf([running], 4, running.day, 1).own).toBeUndefined()
})

test('every level has its own mean, and the last one is that of the latest day', () => {
  expect(dailyMeans(games)).toEqual([
    { level: 3, mean: (first + second + third) / 3 },
    { level: 4, mean: other },
  ])
  expect(lastDailyLevel(games)).toBe(4)
  expect(lastDailyLevel([])).toBeUndefined()
})

test('a level is compared with par from the third day on whose par is known', () => {
  const pars = new Map(games.map(({ day }) => [day, Array.from({ length: PAR_GAMES }, () => 5)]))
  const mean = (first + second + third) / 3 - 5
  expect(besideParOf(games, 3, pars)?.mean).toBeCloseTo(mean)
  expect(besideParOf(games, 3, pars)?.count).toBe(3)
  expect(besideParOf(games.slice(1), 3, pars)).toBeUndefined()
})
