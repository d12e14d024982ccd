import {
  type Color,
  formatMove,
  formatSquare,
  type Move,
  opposite,
  type Position,
  play,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import {
  type CoveredLater,
  keptAtEnd,
  type Landing,
  type MovesLeft,
  type RightReason,
  type WrongReason,
} from '../models/learn/reason.ts'
import { joinSentences } from './sentences.ts'

/**
 * Which stacks can land where after a right move, made in this position, in one sentence; empty if
 * that does not explain it.
 */
export function describeReasonFor(
  t: Translate,
  { turn }: Position,
  move: Move,
  reason: RightReason,
): string {
  const name = formatMove(move)
  switch (reason.kind) {
    case 'ends':
      return t('puzzles.reason.ends', { move: name })
    case 'covers':
      return t('puzzles.reason.covers', { move: name, points: reason.landing.count })
    case 'averts':
    case 'waits':
    case 'threatens':
    case 'holds':
      return joinSentences(
        t(`puzzles.reason.${reason.kind}`, {
          move: name,
          landing: formatMove(reason.landing.move),
          points: reason.landing.count,
        }),
        'blocked' in reason && reason.blocked !== undefined
          ? t('puzzles.reason.way', { blocked: formatMove(reason.blocked) })
          : '',
      )
    case 'backs':
      return t('puzzles.reason.backs', {
        move: name,
        landing: formatMove(reason.landing.move),
        points: reason.landing.count,
        reply: formatMove(reason.reply),
        back: formatMove(reason.back),
      })
    case 'unreachable':
      return t(`puzzles.reason.${reason.isLasting ? 'unreachableLong' : 'unreachable'}`, {
        move: name,
        square: formatSquare(reason.square),
      })
    case 'guards':
      return t('puzzles.reason.guards', {
        move: name,
        reply: formatMove(reason.landing.move),
        points: reason.landing.count,
        landing: formatMove(reason.back),
      })
    case 'landsBack':
      return t('puzzles.reason.landsBack', {
        reply: formatMove(reason.landing.move),
        points: reason.landing.count,
        landing: formatMove(reason.back),
      })
    case 'coveredLater':
      return describeLater(t, turn, name, reason)
    case 'moves': {
      const { instead: other } = reason
      return joinSentences(
        describeMovesLeft(t, name, reason),
        other === undefined ? '' : describeMovesLeft(t, formatMove(other.move), other),
      )
    }
    case 'none':
      return ''
  }
}

/**
 * Which stack punishes a wrong move, made in this position, and how many points it covers, in one
 * sentence; empty if that does not explain it.
 */
export function describeReasonAgainst(
  t: Translate,
  { turn }: Position,
  move: Move,
  reason: WrongReason,
): string {
  const name = formatMove(move)
  switch (reason.kind) {
    case 'ends':
      return reason.last === undefined
        ? t('puzzles.reason.ends', { move: name })
        : t('puzzles.reason.endsWith', { move: name, reply: formatMove(reason.last) })
    case 'covered':
      return t(`puzzles.reason.${reason.isLost ? 'coveredLost' : 'covered'}`, {
        move: name,
        landing: formatMove(reason.landing.move),
        points: reason.landing.count,
      })
    case 'coveredLater':
      return describeLater(t, opposite(turn), name, reason)
    case 'coveredNext':
      return t('puzzles.reason.coveredNext', {
        move: name,
        reply: formatMove(reason.reply),
        landing: formatMove(reason.landing.move),
        points: reason.landing.count,
      })
    case 'moves':
      return describeMovesLeft(t, name, reason)
    case 'none':
      return ''
  }
}

/**
 * The stack that the other side has in the end, where no single landing explains why a move is
 * wrong; empty if that accounts for little of its loss.
 */
export function describeKept(
  t: Translate,
  position: Position,
  moves: readonly Move[],
  loss: number,
): string {
  const kept = keptAtEnd(position, moves.reduce(play, position), loss)
  if (kept === undefined) return ''
  return t('puzzles.reason.kept', { points: kept.points, square: formatSquare(kept.square) })
}

/** A landing that a wrong move misses. */
export function describeMissedLanding(t: Translate, wrong: Move, missed: Landing): string {
  return t('puzzles.reason.missed', {
    move: formatMove(wrong),
    square: formatSquare(missed.move.to),
    points: missed.count,
  })
}

// --- internal ---

/** A landing by a side, later in the line after a move. */
function describeLater(
  t: Translate,
  side: Color,
  move: string,
  { landing, reply }: CoveredLater,
): string {
  return t(`puzzles.reason.coveredLater.${side}`, {
    move,
    reply: formatMove(reply),
    landing: formatMove(landing.move),
    points: landing.count,
  })
}

function describeMovesLeft(t: Translate, move: string, { own, other }: MovesLeft): string {
  return t('puzzles.reason.moves', { move, own, other })
}
