import type { Color } from '@hokito/rules'
import type { MadeMove } from '../board/index.ts'
import type { Saying } from '../i18n/i18n.ts'
import type { RecordView } from '../models/game/record-view.ts'
import { boardTexts } from './board-texts.ts'

/** The points and the possible moves of both sides at the moment. */
export function scoreSaying({
  totals,
  movesLeft,
}: Pick<RecordView, 'totals' | 'movesLeft'>): Saying {
  const { black: blackMoves, white: whiteMoves } = movesLeft.peek()
  const now = { ...totals.peek(), blackMoves, whiteMoves }
  return (t) => t('game.spokenScore', now)
}

/**
 * A move, hop by hop; undefined if none has been made. `own` is the colour of the only player at
 * the board.
 */
export function lastMoveSaying(made: MadeMove | undefined, own?: Color): Saying {
  return (t) => (made === undefined ? t('game.noMoves') : boardTexts(t, own).moved(made))
}
