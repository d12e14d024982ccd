import { type Color, formatBeginning } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { KeysDialog, ShareDialog } from '../game/lazy-dialogs.ts'
import { ResignDialog } from '../game/ResignDialog.tsx'
import type { ActionHandlers } from './GameActions.tsx'

/** The dialogs a game can open, one at a time. */
export type GameDialogKind = 'resign' | 'menu' | 'keys' | 'share'

interface GameDialogProps {
  readonly kind: Signal<GameDialogKind | undefined>
  readonly model: GameModel
  readonly actions: ActionHandlers
  readonly orientation: Color
}

/** Whichever dialog of the game is open. */
export function GameDialog({ kind, model, actions, orientation }: GameDialogProps) {
  const close = () => {
    kind.value = undefined
  }
  switch (kind.value) {
    case undefined:
      return null
    case 'resign':
      return <ResignDialog onResign={model.resign} onClose={close} />
    case 'menu':
      return <MenuDialog model={model} actions={actions} onClose={close} />
    case 'keys':
      return <KeysDialog onClose={close} />
    case 'share':
      return (
        <ShareDialog
          record={model.game.value.record}
          position={model.position.value}
          orientation={orientation}
          onClose={close}
        />
      )
  }
}

// --- internal ---

interface MenuDialogProps {
  readonly model: GameModel
  readonly actions: ActionHandlers
  readonly onClose: () => void
}

function MenuDialog({ model, actions, onClose }: MenuDialogProps) {
  const t = useTranslate()
  const { record } = model.game.value
  const then = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog title={t('game.menu')} onClose={onClose}>
      <div class="menu">
        <button
          type="button"
          class="button"
          disabled={!model.canRedo.value}
          onClick={then(actions.redo)}
        >
          <Icon name="redo" />
          {t('game.redo')}
        </button>
        <button
          type="button"
          class="button"
          disabled={record.ending !== undefined}
          onClick={then(actions.resign)}
        >
          <Icon name="flag" />
          {t('game.resign')}
        </button>
        <button type="button" class="button" onClick={then(actions.newGame)}>
          <Icon name="plus" />
          {t('game.newGame')}
        </button>
        <button type="button" class="button" onClick={then(actions.share)}>
          <Icon name="share" />
          {t('end.share')}
        </button>
        <button type="button" class="button" onClick={then(actions.keys)}>
          <Icon name="menu" />
          {t('game.keys')}
        </button>
      </div>
      <p class="note">
        {t(`newGame.endRules.${record.endRule}`)} ·{' '}
        {record.beginning.kind === 'deal'
          ? t('game.dealIs', { deal: formatBeginning(record.beginning) })
          : t('newGame.setups.custom')}
      </p>
    </Dialog>
  )
}
