import type { Color, GameRecord, Position } from '@hokito/rules'
import type { Translate } from '../../i18n/i18n.ts'
import type { DialogTable } from '../../ui/OneDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { KeysDialog, ShareDialog } from './lazy-dialogs.ts'

/** The dialogs that every running game can open. */
export type GameDialogKind = 'resign' | 'keys' | 'share'

interface GameDialogsOptions {
  /** Undefined as long as there is nothing to share. */
  readonly record: GameRecord | undefined
  /** The path of the game on the server, if the server has it. */
  readonly route?: string
  readonly position: Position
  readonly orientation: Color
  readonly onResign: () => void
  /** The name of the player who would resign, if two play here. A single player is not named. */
  readonly resigning?: string | undefined
  /** The effect of resigning, if it is more than a win for the other side. */
  readonly resignText?: string | undefined
}

/** The dialogs of a game in its present state. */
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
