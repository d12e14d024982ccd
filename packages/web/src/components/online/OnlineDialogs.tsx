import { type GameView, recordOf } from '@hokito/protocol'
import type { Color, Position } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { KeysDialog, ShareDialog } from '../game/lazy-dialogs.ts'
import { ProofDialog } from './ProofDialog.tsx'

/** The dialogs that an online game can open, one at a time. */
export type OnlineDialog = 'keys' | 'share' | 'proof'

interface OnlineDialogsProps {
  readonly dialog: Signal<OnlineDialog | undefined>
  readonly game: GameView
  readonly position: Position
  readonly orientation: Color
}

/** Whichever dialog of the game is open. */
export function OnlineDialogs({ dialog, game, position, orientation }: OnlineDialogsProps) {
  const close = () => {
    dialog.value = undefined
  }
  const record = recordOf(game)
  switch (dialog.value) {
    case 'keys':
      return <KeysDialog onClose={close} />
    case 'proof':
      return <ProofDialog game={game} onClose={close} />
    case 'share':
      return record === undefined ? null : (
        <ShareDialog
          record={record}
          position={position}
          orientation={orientation}
          onClose={close}
        />
      )
    case undefined:
      return null
  }
}
