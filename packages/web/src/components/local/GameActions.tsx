import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { ActionButton } from '../game/ActionButton.tsx'
import { StepBack } from '../game/StepBack.tsx'
import type { ActionHandlers, GameAction } from './use-game-actions.ts'

interface GameActionsProps {
  readonly model: GameModel
  readonly actions: ActionHandlers
}

/** The buttons under the board: four large ones on a phone, the rest behind the menu. */
export function GameActions({ model, actions }: GameActionsProps) {
  const t = useTranslate()
  const isOver = model.ending.value !== undefined
  const button = (
    action: Exclude<GameAction, 'share' | 'again'>,
    icon: IconName,
    isOff = false,
  ) => (
    <ActionButton
      icon={icon}
      label={t(`game.${action}`)}
      onPress={actions[action]}
      isOff={isOff}
      isWideOnly={action === 'redo' || action === 'resign'}
    />
  )
  return (
    <div class="actions">
      {isOver ? (
        <StepBack record={model} />
      ) : (
        <>
          {button('undo', 'undo', !model.canUndo.value)}
          {button('redo', 'redo', !model.canRedo.value)}
          {button('hint', 'hint', !model.canAsk.value)}
        </>
      )}
      {button('flip', 'flip')}
      {!isOver && button('resign', 'flag')}
      {button('more', 'more')}
    </div>
  )
}
