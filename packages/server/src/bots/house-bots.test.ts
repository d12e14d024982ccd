import { expect, test } from 'vitest'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { HouseBots, type HouseBotsDependencies } from './house-bots.ts'

test('house bots go on with their games one by one, and others have their turn before each', async () => {
  const running = ['one', 'two', 'three'].map(gameId)
  const steps: unknown[] = []
  const goOn = async () => steps.push('turn') > 0
  const fakes = {
    rooms: { programs: { enter: () => () => undefined } },
    lobby: { forPlayer: () => [] },
    store: { runningOf: async () => running },
    games: { look: async (id: unknown) => void steps.push(id) },
    longWork: { begin: () => ({ goOn }) },
    thinkers: { move: async () => undefined },
  }
  const houseBots = new HouseBots(fakes as unknown as HouseBotsDependencies)
  const card = { id: playerId('bot'), name: 'Hokito 1', isBot: true } as const
  await houseBots.start([{ card, level: 1 }])
  houseBots.close()
  expect(steps).toEqual(running.flatMap((id) => ['turn', id]))
})
