import type { GameModel } from '../models/game-model.ts'
import type { ActionHandlers } from './GameActions.tsx'
import { useKeys } from './hooks.ts'
import type { GameVoice } from './use-game-voice.ts'

/** The keys of the game page that are not the board's own. */
export function useGameKeys(
  { ply, view, canUndo, canRedo }: GameModel,
  actions: ActionHandlers,
  voice: GameVoice,
) {
  useKeys((event) => {
    switch (event.key) {
      case 'u':
        if (canUndo.peek()) actions.undo()
        break
      case 'r':
        if (canRedo.peek()) actions.redo()
        break
      case 'h':
        actions.hint()
        break
      case 'f':
        actions.flip()
        break
      case 'l':
        voice.tellLastMove()
        break
      case 's':
        voice.sayScore()
        break
      case 'c':
        voice.sayClocks()
        break
      case '[':
        view(ply.peek() - 1)
        break
      case ']':
        view(ply.peek() + 1)
        break
      case '?':
        actions.keys()
        break
      default:
        return
    }
    event.preventDefault()
  })
}
