import { expect, test } from 'vitest'
import { PlayedGame } from '../../test/helpers/decisions.ts'
import { gameEvents } from './game-operations.ts'

/** Counts how often the tournament of a game is looked up, once for each text. */
function setUp() {
  const count = { asked: 0, failures: 0 }
  const of = async () => {
    count.asked++
    if (count.asked <= count.failures) throw new Error('the database is away')
    return undefined
  }
  return { count, eventOf: gameEvents({ of }) }
}

test('a state of a game is written once for all who follow it', async () => {
  const { count, eventOf } = setUp()
  const { game } = new PlayedGame()
  const texts = await Promise.all([eventOf(game), eventOf(game), eventOf(game)])
  expect(texts[0]).toContain(`id: ${game.view.version}\nevent: game\ndata: {"id":"${game.view.id}"`)
  expect(new Set(texts).size).toBe(1)
  expect(count.asked).toBe(1)
  await eventOf({ ...game })
  expect(count.asked).toBe(2)
})

test('a state of a game that could not be written is tried again for the next', async () => {
  const { count, eventOf } = setUp()
  const { game } = new PlayedGame()
  count.failures = 1
  await expect(eventOf(game)).rejects.toThrow('away')
  expect(await eventOf(game)).toContain(game.view.id)
})
