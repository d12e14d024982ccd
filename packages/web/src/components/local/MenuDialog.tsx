import { formatBeginning } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { shortDeal } from '../../words/names.ts'
import type { ActionHandlers } from './use-game-actions.ts'

interface MenuDialogProps {
  readonly model: GameModel
  readonly actions: ActionHandlers
  readonly onClose: () => void
}

/** Further actions of a game, and its terms. */
export function MenuDialog({ model, actions, onClose }: MenuDialogProps) {
  const t = useTranslate()
  const { record } = model.game.value
  const then = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog title={t('game.more')} onClose={onClose}>
      <Menu
        items={[
          {
            icon: 'redo',
            label: t('game.redo'),
            onChoose: then(actions.redo),
            isOff: !model.canRedo.value,
            where: 'narrow-only',
          },
          {
            icon: 'flag',
            label: t('game.resign'),
            onChoose: then(actions.resign),
            isOff: record.ending !== undefined,
            where: 'narrow-only',
          },
          ...(record.ending !== undefined && model.canUndo.value
            ? [{ icon: 'undo', label: t('game.reopen'), onChoose: then(actions.undo) } as const]
            : []),
          { icon: 'plus', label: t('game.newGame'), onChoose: then(actions.newGame) },
          ...(record.ending === undefined
            ? []
            : [{ icon: 'again', label: t('end.again'), onChoose: then(actions.again) } as const]),
          { icon: 'share', label: t('end.share'), onChoose: then(actions.share) },
          { icon: 'keys', label: t('game.keys'), onChoose: then(actions.keys), where: 'for-keys' },
        ]}
      />
      <dl class="terms note">
        <dt>{t('newGame.endRule')}</dt>
        <dd>
          {[
            t(`newGame.endRules.${record.endRule}`),
            ...(record.compensation > 0
              ? [t('game.compensation', { points: record.compensation })]
              : []),
          ].join(' · ')}
        </dd>
        <dt>{t('newGame.setup')}</dt>
        <dd>
          {record.beginning.kind === 'deal'
            ? t('game.dealIs', { deal: shortDeal(formatBeginning(record.beginning)) })
            : t('game.ownPosition')}
        </dd>
      </dl>
    </Dialog>
  )
}
