import { isStuck } from './moves.ts'
import type { Position } from './position.ts'
import { leader, type Score, score } from './score.ts'
import { COLORS, type Color } from './types.ts'

/** How a game that ran out of moves stands. */
export interface Outcome {
  readonly winner: Color | 'draw'
  readonly score: Score
  /** Who has no legal move left: one side or both, Black first. */
  readonly stuck: readonly Color[]
}

/**
 * The outcome of a position that ends the game under its end rule, undefined while play goes on.
 * `either`: over as soon as one side cannot move, also the one that has just moved.
 * `onTurn`: over only when the side to move cannot.
 */
export function outcome(position: Position): Outcome | undefined {
  const isOver =
    position.endRule === 'either'
      ? COLORS.some((color) => isStuck(position, color))
      : isStuck(position, position.turn)
  if (!isOver) return undefined
  const points = score(position)
  return {
    winner: leader(points),
    score: points,
    stuck: COLORS.filter((color) => isStuck(position, color)),
  }
}
