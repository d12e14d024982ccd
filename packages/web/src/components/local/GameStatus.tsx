import { previewMove } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { soloColor } from '../../models/local/local-game.ts'
import { describeHint } from '../../words/board-texts.ts'
import { seatName, shortName } from '../../words/names.ts'
import {
  describeDoing,
  describeLastMove,
  FIRST_PLIES,
  type StatusWords,
} from '../../words/status.ts'
import { StatusLine } from '../game/StatusLine.tsx'
import { useNewcomer } from '../game/use-newcomer.ts'
import { doingAt, type Pointing } from '../game/use-pointing.ts'

interface GameStatusProps {
  readonly model: GameModel
  readonly pointing: Pointing
}

/**
 * The status line: the effect of the move pointed at, or whose turn it is. Its height never
 * changes.
 */
export function GameStatus({ model, pointing }: GameStatusProps) {
  const t = useTranslate()
  const isNew = useNewcomer() && model.moves.value.length < FIRST_PLIES
  return (
    <StatusLine
      words={statusWords(t, model, pointing, isNew)}
      pending={pointing.pending}
      onConfirm={model.play}
      onBack={model.isLive.value ? undefined : model.toLive}
    />
  )
}

// --- internal ---

function statusWords(
  t: Translate,
  model: GameModel,
  pointing: Pointing,
  isNew: boolean,
): StatusWords {
  if (!model.isLive.value) {
    const last = model.moves.value.length
    return { text: t('game.lookingBack', { ply: model.ply.value, last }) }
  }
  const note = lastMoveNote(t, model)
  if (pointing.isFlying.value && note !== undefined) return { text: note }
  if (model.isComputerTurn.value) return { text: t('game.computerTurn') }
  const doing = doingWords(t, model, pointing, isNew)
  if (doing !== undefined) return doing
  // Until the player has made a first move, no other hint is needed.
  const isFirst = isNew && model.moves.value.length < 2
  return { text: turnWords(t, model), note: isFirst ? t('game.how') : note }
}

/** What the player at the board is doing or waiting for. */
function doingWords(
  t: Translate,
  model: GameModel,
  pointing: Pointing,
  isNew: boolean,
): StatusWords | undefined {
  const hint = model.hint.value
  const doing = doingAt(pointing)
  if (hint !== undefined) {
    const text = describeHint(t, hint)
    const isDoing = doing.preview !== undefined || doing.refused !== undefined
    const words = isDoing ? describeDoing(t, doing) : undefined
    if (words !== undefined) return { text: words.text, note: words.note ?? text }
    const made = previewMove(model.live.value, hint)
    return { text, note: made && t('game.hintMakes', { height: made.height, points: made.points }) }
  }
  if (model.isAdvising.value) return { text: t('game.advising') }
  return describeDoing(t, doing, isNew)
}

function turnWords(t: Translate, model: GameModel): string {
  const game = model.game.value
  if (soloColor(game) !== undefined) return t('game.yourTurn')
  return t('game.turnOf', { name: seatName(t, game, model.live.value.turn) })
}

/** The last move in words. */
function lastMoveNote(t: Translate, model: GameModel): string | undefined {
  const made = model.lastMade.value
  if (made === undefined) return undefined
  const game = model.game.value
  const name = shortName(t, game, made.by)
  return describeLastMove(t, soloColor(game), made, name)
}
