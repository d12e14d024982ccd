import { createGameModel, type GameModel } from '../models/game-model.ts'
import type { GameStore } from '../models/game-store.ts'
import type { LocalGame } from '../models/local-game.ts'
import { useServices } from '../services.ts'
import { useOwned } from './hooks.ts'

/** A game with a computer of its own, kept in `store`, as long as the component is there. */
export function useOwnedGame(makeGame: () => LocalGame, store: GameStore): GameModel {
  const { newComputer, now } = useServices()
  return useOwned(() => {
    const computer = newComputer()
    const model = createGameModel(makeGame(), { store, computer, now })
    return {
      ...model,
      dispose: () => {
        model.dispose()
        computer.close()
      },
    }
  })
}
