import { formatMove } from '@hokito/rules'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { soloColor } from '../../models/local/local-game.ts'
import { pieceWords } from '../../words/board-texts.ts'
import { seatName, shortName } from '../../words/names.ts'
import { describeDoing, describeLastMove, type StatusWords } from '../../words/status.ts'
import { StatusLine } from '../game/StatusLine.tsx'
import { doingAt, type Pointing } from '../game/use-pointing.ts'

interface GameStatusProps {
  readonly model: GameModel
  readonly pointing: Pointing
}

/** The line that says what would happen, or what is awaited; its height never changes. */
export function GameStatus({ model, pointing }: GameStatusProps) {
  const t = useTranslate()
  return (
    <StatusLine
      words={statusWords(t, model, pointing)}
      pending={pointing.pending}
      onConfirm={model.play}
      onBack={model.isLive.value ? undefined : () => model.view(model.moves.value.length)}
    />
  )
}

// --- internal ---

function statusWords(t: Translate, model: GameModel, pointing: Pointing): StatusWords {
  if (!model.isLive.value) {
    const last = model.moves.value.length
    return { text: t('game.lookingBack', { ply: model.ply.value, last }) }
  }
  const note = lastMoveNote(t, model)
  if (pointing.isFlying.value && note !== undefined) return { text: note }
  if (model.isComputerTurn.value) return { text: t('game.computerTurn') }
  return doingWords(t, model, pointing) ?? { text: turnWords(t, model), note }
}

/** What the person at the board is doing or waiting for. */
function doingWords(t: Translate, model: GameModel, pointing: Pointing): StatusWords | undefined {
  const hint = model.hint.value
  const doing = doingAt(pointing)
  if (hint !== undefined && doing.preview === undefined && doing.refused === undefined) {
    return {
      text: t('game.hintIs', { move: formatMove(hint) }),
    }
  }
  if (model.isAdvising.value) return { text: t('game.advising') }
  return describeDoing(t, doing)
}

function turnWords(t: Translate, model: GameModel): string {
  const game = model.game.value
  if (soloColor(game) !== undefined) return t('game.yourTurn')
  return t('game.turnOf', { name: seatName(t, game, model.live.value.turn) })
}

/** The move before. */
function lastMoveNote(t: Translate, model: GameModel): string | undefined {
  const made = model.lastMade.value
  if (made === undefined) return undefined
  const game = model.game.value
  const name = shortName(t, game, made.by)
  return describeLastMove(t, pieceWords(t, soloColor(game)), made, name)
}
