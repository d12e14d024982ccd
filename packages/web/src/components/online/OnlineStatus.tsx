import { type GameView, phaseOf, turnOf } from '@hokito/protocol'
import { formatSquare, type Move } from '@hokito/rules'
import type { MovePreview } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { describePreview } from '../../words/names.ts'
import { StatusLine } from '../game/StatusLine.tsx'

interface OnlineStatusProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly record: RecordView
  readonly preview: MovePreview | undefined
  /** Why the last press did nothing. */
  readonly refused: string | undefined
  /** A move that waits for a button to be pressed. */
  readonly pending: Move | undefined
}

/** The line that says what would happen, or what is awaited; its height never changes. */
export function OnlineStatus(props: OnlineStatusProps) {
  const { model, record, pending } = props
  const t = useTranslate()
  return (
    <StatusLine
      text={statusText(t, props)}
      pending={pending}
      onConfirm={model.play}
      onBack={record.isLive.value ? undefined : () => record.view(record.moves.value.length)}
    >
      {model.premove.value !== undefined && (
        <button
          type="button"
          class="button button-small"
          onClick={() => {
            model.premove.value = undefined
          }}
        >
          {t('online.game.cancelPremove')}
        </button>
      )}
    </StatusLine>
  )
}

// --- internal ---

function statusText(
  t: Translate,
  { model, game, record, preview, refused }: OnlineStatusProps,
): string {
  const planned = model.premove.value
  if (!record.isLive.value) {
    return t('game.lookingBack', { ply: record.ply.value, last: record.moves.value.length })
  }
  if (preview !== undefined) return describePreview(t, preview)
  if (refused !== undefined && model.isOurTurn.value) return refused
  if (planned !== undefined) {
    const squares = { from: formatSquare(planned.from), to: formatSquare(planned.to) }
    return t('online.game.premove', squares)
  }
  if (phaseOf(game) === 'over') return t('end.title')
  if (model.isSending.value) return t('online.game.sending')
  if (model.isOurTurn.value) return t('game.yourTurn')
  const toMove = t('online.game.theirTurn', { name: game.seats[turnOf(game)].name })
  return model.own.value === undefined ? `${t('online.game.watching')} ${toMove}` : toMove
}
