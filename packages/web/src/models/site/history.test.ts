import { dayAfter, FIRST_DAY, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, outcome, play, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { type DailyGame, marginOfDaily } from '../daily/daily-store.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import { newGame, withResignation } from '../local/local-game.ts'
import { quickTerms } from '../local/start-game.ts'
import { createPuzzleStore, withDay, withRush } from '../puzzles/puzzle-store.ts'
import {
  colorTallies,
  countOf,
  dailyDays,
  type HistorySources,
  levelTallies,
  markedDays,
  sumOf,
} from './history.ts'

const DAY = (n: number) => dayAfter(FIRST_DAY, n)
const AT = (n: number) => Date.parse(DAY(n)) + 1000

/** A whole game of the first day. */
const OVER: DailyGame = (() => {
  let position = positionOfDay(FIRST_DAY)
  const moves: string[] = []
  while (outcome(position) === undefined) {
    const [move] = legalMoves(position)
    if (move === undefined) break
    moves.push(formatMove(move))
    position = play(position, move)
  }
  return { day: FIRST_DAY, level: 4, moves, fate: { kind: 'unsent' } }
})()

function sources(): HistorySources {
  const puzzles = createPuzzleStore(memoryStorage)
  puzzles.change((now) => withDay(now, DAY(0), { id: 'a', result: 'later' }))
  puzzles.change((now) => withDay(now, DAY(1), { id: 'b', result: 'shown' }))
  puzzles.change((now) => withDay(now, DAY(2), { id: 'c', result: 'first' }))
  puzzles.change((now) => withRush(now, 3, AT(4)))
  const game = (id: number, winner: 'black' | 'white') =>
    withResignation(
      newGame(`${id}`, quickTerms({ randomBytes: seededBytes(id) }, 2), AT(id)),
      winner === 'black' ? 'white' : 'black',
    )
  const running = newGame('r', quickTerms({ randomBytes: seededBytes(9) }, 2), AT(6))
  return {
    games: [running, game(5, 'white'), game(3, 'black')],
    daily: [OVER, { ...OVER, day: DAY(6), moves: [], fate: { kind: 'running' } }],
    puzzles: puzzles.value.peek(),
  }
}

test('a day counts by the solved puzzle or the finished game of the day', () => {
  expect([...dailyDays(sources())].sort()).toEqual([DAY(0), DAY(2)])
})

test('every day has the mark of what was done on it', () => {
  expect(Object.fromEntries(markedDays(sources()))).toEqual({
    [DAY(0)]: 'both',
    [DAY(2)]: 'daily',
    [DAY(3)]: 'other',
    [DAY(4)]: 'other',
    [DAY(5)]: 'other',
  })
})

test('results are counted by level and by colour, games of the day among them', () => {
  const all = sources()
  const byLevel = new Map(levelTallies(all).map(({ level, tally }) => [level, tally]))
  expect(byLevel.get(2)).toEqual({ won: 1, drawn: 0, lost: 1 })
  expect(countOf(byLevel.get(4) ?? expect.fail())).toBe(1)
  expect(byLevel.get(4)?.won).toBe((marginOfDaily(OVER) ?? 0) > 0 ? 1 : 0)
  const { black, white } = colorTallies(all)
  expect([countOf(black), countOf(white)]).toEqual([3, 0])
  expect(sumOf([black, white])).toEqual(sumOf([...byLevel.values()]))
})
