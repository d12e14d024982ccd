import type { JudgedMove } from '@hokito/engine/review'
import type { Color } from '@hokito/rules'
import { outlookOf } from './review.ts'

/** A position of a game and what it is worth. */
export interface Point {
  readonly ply: number
  /** Black's lead, in points. */
  readonly lead: number
  readonly outlook: ReturnType<typeof outlookOf>
  /** The move that led there; undefined at the beginning. */
  readonly move: JudgedMove | undefined
}

/** Each evaluated position of a game: before a judged move, or after the last one. */
export function pointsOf(moves: readonly JudgedMove[]): readonly Point[] {
  const points: Point[] = moves.map((move) => {
    const before = moves.find(({ ply }) => ply === move.ply - 1)
    return pointOf(move.ply, worthBefore(move, before), move.mover, before)
  })
  const last = moves.at(-1)
  if (last !== undefined) points.push(pointOf(last.ply + 1, last.played, last.mover, last))
  return withLeadsAfter(points)
}

/** What a move led to: as the next finding saw it, which knows the moves that follow. */
export function outlookAfter(move: JudgedMove, points: readonly Point[]): Point['outlook'] {
  const after = points.find(({ ply }) => ply === move.ply + 1)
  return after?.outlook ?? outlookOf(move.played, move.mover)
}

// --- internal ---

/**
 * The worth of the position before a move. What is proved counts. Otherwise the best move found in
 * it does, and not the estimate after the move before: that one would stand beside the proof of the
 * next position and contradict it.
 */
function worthBefore(move: JudgedMove, before: JudgedMove | undefined): JudgedMove['worth'] {
  if (before === undefined || before.played.certainty === 'expected') return move.worth
  const { margin, certainty } = before.played
  return move.worth.certainty === 'exact' ? move.worth : { margin: 0 - margin, certainty }
}

/**
 * If the winner is proved but the margin is an estimate, the margin after the next move is the
 * better estimate.
 */
function withLeadsAfter(points: readonly Point[]): readonly Point[] {
  let next: Point | undefined
  const backwards = points.toReversed().map((point) => {
    next = isGuess(point) && next !== undefined ? withLeadOf(point, next) : point
    return next
  })
  return backwards.toReversed()
}

function withLeadOf(point: Point, next: Point): Point {
  const agrees = next.ply === point.ply + 1 && next.lead * point.lead > 0
  return agrees ? { ...point, lead: next.lead } : point
}

/** Whether the winner is proved but the margin is not. */
function isGuess({ outlook }: Point): boolean {
  return outlook.kind === 'proved' && outlook.lead === undefined
}

function pointOf(
  ply: number,
  worth: JudgedMove['worth'],
  mover: Color,
  move: JudgedMove | undefined,
): Point {
  return {
    ply,
    lead: mover === 'black' ? worth.margin : 0 - worth.margin,
    outlook: outlookOf(worth, mover),
    move,
  }
}
