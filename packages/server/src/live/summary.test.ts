import { advance } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { PlayedGame } from '../../test/helpers/decisions.ts'
import { callOff } from '../game/ending.ts'
import { summaryOf } from './summary.ts'

test.each([
  ['one side let the time for its first move pass', 120_000, 'black', ['black']],
  ['both were waited for', 120_000, undefined, ['black', 'white']],
  ['one side did not want it', 30_000, 'white', undefined],
] as const)('a game that was called off as %s says who missed it', (_, afterMs, by, missedBy) => {
  const { game } = new PlayedGame()
  const view = advance(game.view, callOff(game.view.clock.since + afterMs, by))
  expect(summaryOf({ ...game, view }).missedBy).toEqual(missedBy)
})

test('a game that runs was missed by nobody', () => {
  expect(summaryOf(new PlayedGame().game).missedBy).toBeUndefined()
})
