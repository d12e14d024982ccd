import { movesOf } from './moves.ts'
import { outcome } from './outcome.ts'
import { legalMoves, play } from './play.ts'
import type { Position } from './position.ts'
import type { Move } from './types.ts'

/**
 * Counts the move sequences of exactly `depth` plies. A finished game has no continuation. The
 * engine's counter is checked against this slow, plain one.
 */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1
  if (outcome(position) !== undefined) return 0
  const moves = movesOf(position, position.turn)
  if (depth === 1) return moves.length
  let count = 0
  for (const move of moves) count += perft(play(position, move), depth - 1)
  return count
}

/**
 * {@link perft} broken down by the first move, to find where two counters differ. `depth` is 1 or
 * more.
 */
export function divide(
  position: Position,
  depth: number,
): readonly { readonly move: Move; readonly count: number }[] {
  return legalMoves(position).map((move) => ({
    move,
    count: perft(play(position, move), depth - 1),
  }))
}
