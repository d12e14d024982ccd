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
  /** Where the server has the game, if it does. */
  readonly route?: string
  readonly position: Position
  readonly orientation: Color
  readonly onResign: () => void
  /** Who would resign, where two play here; the only person is not called by name. */
  readonly resigning?: string | undefined
  /** What comes of resigning, where that is more than that the other side wins. */
  readonly resignText?: string | undefined
}

/** Those dialogs, for a game as it stands. */
export function gameDialogs(
  t: Translate,
  options: GameDialogsOptions,
): DialogTable<GameDialogKind> {
  const { record, position, orientation, onResign, resigning: name } = options
  return {
    resign: (close) => (
      <ConfirmDialog
        title={name === undefined ? t('game.resignTitle') : t('game.resignOf', { name })}
        text={options.resignText ?? t('game.resignText')}
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
          route={options.route}
          position={position}
          orientation={orientation}
          onClose={close}
        />
      ),
  }
}
