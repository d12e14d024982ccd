import { isStuck } from './moves.ts'
import type { Position } from './position.ts'
import { leader, type Score, score, totals } from './score.ts'
import { COLORS, type Color } from './types.ts'

/** The result of a game that ran out of moves. */
export interface Outcome {
  /** By the points on the board and the compensation. */
  readonly winner: Color | 'draw'
  /** The points on the board. */
  readonly score: Score
  /** The sides that have no legal move left: one or both, Black first. */
  readonly stuck: readonly Color[]
}

/**
 * The outcome of a position that ends the game under its end rule. Undefined while play continues.
 * `either`: the game is over as soon as one side cannot move, even the one that has just moved.
 * `onTurn`: the game is over only if the side to move cannot move.
 */
export function outcome(position: Position): Outcome | undefined {
  const isOver =
    position.endRule === 'either'
      ? COLORS.some((color) => isStuck(position, color))
      : isStuck(position, position.turn)
  if (!isOver) return undefined
  return {
    winner: leader(totals(position)),
    score: score(position),
    stuck: COLORS.filter((color) => isStuck(position, color)),
  }
}
