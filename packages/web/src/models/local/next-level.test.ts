import { legalMoves, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createGameStore } from './game-store.ts'
import { createKeptForm } from './kept-form.ts'
import { type LocalGame, livePosition, newGame, withMove, withResignation } from './local-game.ts'
import { formDefaults } from './new-game-form.ts'
import { nextLevel, nextLevelHere, resultOf, winsInARow } from './next-level.ts'
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
  expect(nextLevel(gamesOf(...told), undefined)).toEqual({ level, after })
})

test('without games against the computer the level is the one last chosen', () => {
  const storage = memoryStorage()
  const store = createGameStore(storage, new EventTarget())
  const services = { store, deviceStorage: () => storage }
  expect(nextLevelHere(services).level).toBe(1)
  createKeptForm(() => storage).write({ ...formDefaults({}), level: 7 })
  expect(nextLevelHere(services).level).toBe(7)
  const [game] = gamesOf('won 2')
  if (game !== undefined) store.save(game, 1)
  expect(nextLevelHere(services).level).toBe(2)
})

test('wins in a row end at another result and at another level', () => {
  expect(winsInARow(gamesOf('won 3', 'lost 3', 'won 3'), 3)).toBe(1)
  expect(winsInARow(gamesOf('running 3', 'won 3', 'won 3'), 3)).toBe(2)
  expect(winsInARow(gamesOf('won 4', 'won 3'), 3)).toBe(0)
  expect(winsInARow([], 1)).toBe(0)
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
