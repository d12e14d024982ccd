import type { Color, GameRecord, Position } from '@hokito/rules'
import type { Translate } from '../../i18n/i18n.ts'
import type { DialogTable } from '../../ui/OneDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { KeysDialog, ShareDialog } from './lazy-dialogs.ts'

/** The dialogs that every game being played can open. */
export type GameDialogKind = 'resign' | 'keys' | 'share'

interface GameDialogsOptions {
  /** Undefined before there is anything to share. */
  readonly record: GameRecord | undefined
  readonly position: Position
  readonly orientation: Color
  readonly onResign: () => void
}

/** Those dialogs, for a game as it stands. */
export function gameDialogs(
  t: Translate,
  options: GameDialogsOptions,
): DialogTable<GameDialogKind> {
  const { record, position, orientation, onResign } = options
  return {
    resign: (close) => (
      <ConfirmDialog
        title={t('game.resignTitle')}
        text={t('game.resignText')}
        yes={t('game.resignYes')}
        onYes={onResign}
        onClose={close}
      />
    ),
    keys: (close) => <KeysDialog onClose={close} />,
    share: (close) =>
      record && (
        <ShareDialog
          record={record}
          position={position}
          orientation={orientation}
          onClose={close}
        />
      ),
  }
}
