import {
  formatMove,
  type Move,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { joinSentences } from './sentences.ts'

/** What a move of a line takes, and whether it ends the game. */
export function describeLineStep(t: Translate, before: Position, move: Move): string {
  const { turn } = before
  const under = before.board[move.to]
  const words = { who: t(`color.${turn}`), move: formatMove(move) }
  return joinSentences(
    under === undefined || ownerOf(under) === turn
      ? t('played.own', words)
      : t('played.covers', { ...words, count: pointsOf(under) }),
    outcome(play(before, move)) === undefined ? '' : t('played.overThen'),
  )
}

/** What a move comes to with best play, by proof: Black's points minus White's. */
export function describeProved(t: Translate, move: Move, lead: number): string {
  const words = { move: formatMove(move), count: Math.abs(lead) }
  if (lead === 0) return t('played.comesTo.draw', words)
  return t(`played.comesTo.${lead > 0 ? 'black' : 'white'}`, words)
}

/** What the right move would come to: it wins, or holds a draw. */
export function describeRightInstead(t: Translate, lead: number): string {
  return lead === 0
    ? t('played.rightComesTo.draw')
    : t('played.rightComesTo.win', { count: Math.abs(lead) })
}
