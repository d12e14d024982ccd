import { createGameModel, type GameModel } from '../../models/local/game-model.ts'
import type { GameStore } from '../../models/local/game-store.ts'
import type { LocalGame } from '../../models/local/local-game.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'

/** A game with an engine of its own, stored in `store`, for the lifetime of the component. */
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
