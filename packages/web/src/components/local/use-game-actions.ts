import type { Signal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import type { GameModel } from '../../models/local/game-model.ts'
import { sameTerms } from '../../models/local/local-game.ts'
import { startGame } from '../../models/local/start-game.ts'
import { gameRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import type { GameDialogKind } from '../game/game-dialogs.tsx'
import { useGameKeys } from '../game/game-keys.ts'
import type { GameVoice } from '../game/use-game-voice.ts'

/** The dialogs of a game on this device. */
export type LocalDialog = GameDialogKind | 'more' | 'reopen'

/** A player's actions besides moving. */
export type GameAction =
  | 'undo'
  | 'redo'
  | 'hint'
  | 'flip'
  | 'resign'
  | 'newGame'
  | 'again'
  | 'more'
  | 'keys'
  | 'share'

export type ActionHandlers = { readonly [A in GameAction]: () => void }

/** The handlers of a game's buttons. */
export function useGameActions(
  model: GameModel,
  dialog: Signal<LocalDialog | undefined>,
  flip: () => void,
): ActionHandlers {
  const { route } = useLocation()
  const services = useServices()
  const open = (kind: LocalDialog) => () => {
    dialog.value = kind
  }
  return {
    // An undo after the end asks first, so that a slip of the finger does not reopen the game.
    undo: () => (model.ending.peek() === undefined ? model.undo() : open('reopen')()),
    redo: model.redo,
    hint: () => void model.askHint(),
    flip,
    resign: open('resign'),
    newGame: () => route(ROUTES.newGame),
    again: () => route(gameRoute(startGame(services, sameTerms(model.game.peek())))),
    more: open('more'),
    keys: open('keys'),
    share: open('share'),
  }
}

/** The same actions by keys. */
export function useActionKeys(model: GameModel, actions: ActionHandlers, voice: GameVoice): void {
  useGameKeys(model, voice, {
    u: () => {
      if (model.canUndo.peek()) actions.undo()
    },
    r: () => {
      if (model.canRedo.peek()) actions.redo()
    },
    h: actions.hint,
    f: actions.flip,
    '?': actions.keys,
  })
}
