import { formatSquare, type Move } from '@hokito/rules'
import type { MovePreview } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { soloColor } from '../../models/local/local-game.ts'
import { describePreview, seatName } from '../../words/names.ts'
import { StatusLine } from '../game/StatusLine.tsx'

interface GameStatusProps {
  readonly model: GameModel
  readonly preview: MovePreview | undefined
  /** Why the last press did nothing. */
  readonly refused: string | undefined
  /** A move that waits for a button to be pressed. */
  readonly pending: Move | undefined
}

/** The line that says what would happen, or what is awaited; its height never changes. */
export function GameStatus({ model, preview, refused, pending }: GameStatusProps) {
  const t = useTranslate()
  return (
    <StatusLine
      text={statusText(t, model, preview, refused)}
      pending={pending}
      onConfirm={model.play}
      onBack={model.isLive.value ? undefined : () => model.view(model.moves.value.length)}
    />
  )
}

// --- internal ---

function statusText(
  t: Translate,
  model: GameModel,
  preview: MovePreview | undefined,
  refused: string | undefined,
): string {
  const hint = model.hint.value
  if (!model.isLive.value) {
    return t('game.lookingBack', { ply: model.ply.value, last: model.moves.value.length })
  }
  if (preview !== undefined) return describePreview(t, preview)
  if (refused !== undefined && !model.isComputerTurn.value) return refused
  if (hint !== undefined) {
    return t('game.hintIs', { from: formatSquare(hint.from), to: formatSquare(hint.to) })
  }
  if (model.isAdvising.value) return t('game.advising')
  if (model.isComputerTurn.value) return t('game.computerTurn')
  const game = model.game.value
  if (soloColor(game) !== undefined) return t('game.yourTurn')
  return t('game.turnOf', { name: seatName(t, game, model.live.value.turn) })
}
