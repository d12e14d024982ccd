import {
  formatMove,
  type Move,
  movesOf,
  opposite,
  outcome,
  type Position,
  play,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { describeLineStep } from './played-line.ts'
import { joinSentences } from './sentences.ts'

/** What a move of a line takes, whether it ends the game, and what the end rule changes. */
export function describeStep(t: Translate, before: Position, move: Move): string {
  return joinSentences(describeLineStep(t, before, move), describeStuckOffTurn(t, before, move))
}

/**
 * The first move of a line with which the usual end rule would end the game, and its winner then;
 * empty if both end rules are the same for this line.
 */
export function describeUsualEnd(t: Translate, start: Position, moves: readonly Move[]): string {
  let at = start
  for (const move of moves) {
    at = play(at, move)
    const usual = usualEnd(at)
    if (usual === undefined) continue
    const words = { move: formatMove(move) }
    if (usual.winner === 'draw') return t('played.usual.draw', words)
    const { black, white } = totals(at)
    return t(`played.usual.${usual.winner}`, { ...words, count: Math.abs(black - white) })
  }
  return ''
}

/** Whether a move leaves a side stuck that need not move yet, or saves such a side. */
export function describeStuckOffTurn(t: Translate, before: Position, move: Move): string {
  const usual = describeUsualEnd(t, before, [move])
  const { turn } = before
  if (usual === '') {
    const isSaved =
      usualEnd(before) !== undefined && movesOf(play(before, move), opposite(turn)).length > 0
    return isSaved ? t(`played.saved.${opposite(turn)}`) : ''
  }
  return joinSentences(t(`end.stuck.${turn}`), usual)
}

// --- internal ---

/** The end of the game by the usual rule, if this position goes on only because of the other one. */
function usualEnd(position: Position) {
  return outcome(position) === undefined ? outcome({ ...position, endRule: 'either' }) : undefined
}
