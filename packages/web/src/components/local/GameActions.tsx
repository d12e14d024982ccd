import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'

/** What a player can do besides moving. */
export type GameAction =
  | 'undo'
  | 'redo'
  | 'hint'
  | 'flip'
  | 'resign'
  | 'newGame'
  | 'menu'
  | 'keys'
  | 'share'

export type ActionHandlers = { readonly [A in GameAction]: () => void }

interface GameActionsProps {
  readonly model: GameModel
  readonly actions: ActionHandlers
}

/** The buttons under the board: four large ones on a phone, the rest behind the menu. */
export function GameActions({ model, actions }: GameActionsProps) {
  return (
    <div class="actions">
      <ActionButton action="undo" icon="undo" actions={actions} isOff={!model.canUndo.value} />
      <ActionButton
        action="redo"
        icon="redo"
        actions={actions}
        isOff={!model.canRedo.value}
        isWideOnly
      />
      <ActionButton action="hint" icon="hint" actions={actions} isOff={!canAsk(model)} />
      <ActionButton action="flip" icon="flip" actions={actions} />
      <ActionButton
        action="resign"
        icon="flag"
        actions={actions}
        isOff={model.ending.value !== undefined}
        isWideOnly
      />
      <ActionButton action="menu" icon="menu" actions={actions} />
    </div>
  )
}

// --- internal ---

/** Is there anything to ask a hint for? */
function canAsk({ movable, isAdvising }: GameModel): boolean {
  return movable.value !== 'none' && !isAdvising.value
}

interface ActionButtonProps {
  readonly action: Exclude<GameAction, 'share'>
  readonly icon: IconName
  readonly actions: ActionHandlers
  readonly isOff?: boolean
  readonly isWideOnly?: boolean
}

function ActionButton({ action, icon, actions, isOff, isWideOnly }: ActionButtonProps) {
  const t = useTranslate()
  return (
    <button
      type="button"
      class={isWideOnly === true ? 'button action wide-only' : 'button action'}
      disabled={isOff === true}
      onClick={actions[action]}
    >
      <Icon name={icon} />
      {t(`game.${action}`)}
    </button>
  )
}
