import { seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createGameStore } from '../local/game-store.ts'
import { createKeptForm } from '../local/kept-form.ts'
import { newGame, withResignation } from '../local/local-game.ts'
import { formDefaults } from '../local/new-game-form.ts'
import { quickTerms } from '../local/start-game.ts'
import { nextLevelHere } from './next-level-here.ts'

test('without games against the computer the level is the one last chosen', () => {
  const storage = memoryStorage()
  const store = createGameStore(storage, new EventTarget())
  const services = { store, deviceStorage: () => storage }
  expect(nextLevelHere(services).level).toBe(1)
  createKeptForm(() => storage).write({ ...formDefaults({}), level: 7 })
  expect(nextLevelHere(services).level).toBe(7)
  const game = newGame('a', quickTerms({ randomBytes: seededBytes(1) }, 2), 100)
  store.save(withResignation(game, 'white'), 1)
  expect(nextLevelHere(services).level).toBe(2)
})
