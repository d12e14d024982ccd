import { legalMoves, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { type LocalGame, livePosition, newGame, withMove, withResignation } from './local-game.ts'
import { type LevelResult, levelIn, nextLevel, resultOf, winsInARow } from './next-level.ts'
import type { ComputerLevel } from './seat.ts'
import { quickTerms } from './start-game.ts'

type Told = `${'won' | 'lost' | 'running'} ${ComputerLevel}`

/** Games of Black against the computer, as their results say. */
function gamesOf(...told: readonly Told[]): readonly LocalGame[] {
  return told.map((each, n) => {
    const [result, level = ''] = each.split(' ')
    const terms = quickTerms(
      { randomBytes: seededBytes(n) },
      level === 'best' ? level : (Number(level) as ComputerLevel),
    )
    const fresh = newGame(`${n}`, terms, 100 - n)
    if (result === 'running') return fresh
    return withResignation(fresh, result === 'won' ? 'white' : 'black')
  })
}

/** Games latest first, and the level and the reason that follow from them. */
test.each<[readonly Told[], ComputerLevel, 'won' | 'lost' | undefined]>([
  [[], 1, undefined],
  [['lost 1'], 1, undefined],
  [['won 1'], 1, undefined],
  [['won 1', 'won 1'], 2, 'won'],
  [['won 4', 'lost 4', 'won 4'], 4, undefined],
  [['won 2', 'won 1', 'won 1'], 2, undefined],
  [['lost 5', 'lost 5', 'won 5'], 4, 'lost'],
  [['lost 1', 'lost 1'], 1, undefined],
  [['won 10', 'won 10'], 10, undefined],
  [['won best', 'won best'], 'best', undefined],
  [['lost best', 'lost best'], 10, 'lost'],
  // Another level has been chosen since.
  [['running 6', 'won 3', 'won 3'], 6, undefined],
  [['running 3', 'won 3', 'won 3'], 4, 'won'],
])('after %j the next level is %s (%s)', (told, level, after) => {
  expect(nextLevel({ games: gamesOf(...told), daily: [] }, undefined)).toEqual({ level, after })
})

test('wins in a row end at another result and at another level', () => {
  const winsIn = (level: ComputerLevel, ...told: readonly Told[]) =>
    winsInARow({ games: gamesOf(...told), daily: [] }, level)
  expect(winsIn(3, 'won 3', 'lost 3', 'won 3')).toBe(1)
  expect(winsIn(3, 'running 3', 'won 3', 'won 3')).toBe(2)
  expect(winsIn(3, 'won 4', 'won 3')).toBe(0)
  expect(winsIn(1)).toBe(0)
})

/** Games of the day at these times; those of `gamesOf` end at 100, 99, 98 and so on. */
function dailyOf(...told: readonly (readonly [Told, number])[]): readonly LevelResult[] {
  return gamesOf(...told.map(([each]) => each)).flatMap((game, n) => {
    const [level, result] = [levelIn(game), resultOf(game)]
    return level === undefined || result === undefined
      ? []
      : { level, result: () => result, at: told[n]?.[1] ?? 0 }
  })
}

test('a game of the day is one of the games at its level', () => {
  const won = { games: gamesOf('won 2'), daily: dailyOf(['won 2', 50]) }
  expect(nextLevel(won, undefined)).toEqual({ level: 3, after: 'won' })
  const lost = { games: gamesOf('won 2', 'won 2'), daily: dailyOf(['lost 2', 200]) }
  expect(winsInARow(lost, 2)).toBe(0)
  expect(nextLevel(lost, undefined)).toEqual({ level: 2, after: undefined })
})

test('a game of the day at another level leads nowhere and ends no row', () => {
  const played = { games: gamesOf('won 2', 'won 2'), daily: dailyOf(['lost 5', 200]) }
  expect(winsInARow(played, 2)).toBe(2)
  expect(nextLevel(played, undefined)).toEqual({ level: 3, after: 'won' })
  const onlyDaily = { games: [], daily: dailyOf(['won 5', 1], ['won 5', 2]) }
  expect(nextLevel(onlyDaily, 4)).toEqual({ level: 4, after: undefined })
})

test('a running game has no result, and neither has one without a single human player', () => {
  const [running, won] = gamesOf('running 1', 'won 1')
  if (running === undefined || won === undefined) throw new Error('two games were made')
  const [move] = legalMoves(livePosition(running))
  expect(resultOf((move && withMove(running, move, 0)) ?? running)).toBeUndefined()
  expect(resultOf(won)).toBe('won')
  const { black } = won.seats
  expect(resultOf({ ...won, seats: { black, white: black } })).toBeUndefined()
})
