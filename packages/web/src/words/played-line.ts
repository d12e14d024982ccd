import {
  type Color,
  formatMove,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { type PlayedLine, shownIn } from '../models/game/played-line.ts'
import { joinSentences } from './sentences.ts'

/** A line on the board: who makes its first move, and the position shown. */
export interface LineOnBoard {
  readonly line: PlayedLine
  readonly first: Color
  readonly position: Position
}

/** The move of a line that stands on the board, and whether it ends the game. */
export function describeLineMove(t: Translate, { line, first, position }: LineOnBoard): string {
  const shown = shownIn(line)
  const move = shown.at(-1)
  if (move === undefined) return t('played.overThen')
  const mover = shown.length % 2 === 1 ? first : opposite(first)
  return joinSentences(
    t(`played.reply.${mover}`, { move: formatMove(move) }),
    outcome(position) === undefined ? '' : t('played.overThen'),
  )
}

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
    describeStuckOffTurn(t, before, move),
  )
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

// --- internal ---

/** The end of the game by the usual rule, if this position goes on only because of the other one. */
function usualEnd(position: Position) {
  return outcome(position) === undefined ? outcome({ ...position, endRule: 'either' }) : undefined
}
