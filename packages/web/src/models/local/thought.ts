import type { SearchInfo } from '@hokito/engine'
import { possibleMargin } from '@hokito/engine'
import type { Move, Position } from '@hokito/rules'

/** The computer's expectation when it made a move. */
export interface Thought {
  /** Index of its move in the game. */
  readonly ply: number
  /** The final margin that it expected, in points, Black's minus White's. */
  readonly margin: number
  /** Was the margin proved, rather than estimated? */
  readonly isProven: boolean
  /** The moves that it expected, beginning with its own. */
  readonly line: readonly Move[]
}

/**
 * The result of a search for the move of index `ply` in a position; undefined if it says nothing
 * about points.
 */
export function thoughtOf(
  info: SearchInfo | undefined,
  position: Position,
  ply: number,
): Thought | undefined {
  const line = info?.lines[0]
  if (line === undefined) return undefined
  const { value, moves } = line
  const { turn } = position
  const own = value.kind === 'estimate' ? possibleMargin(value.points, position) : value.margin
  if (own === undefined) return undefined
  return {
    ply,
    margin: turn === 'black' ? own : 0 - own,
    isProven: value.kind === 'solved',
    line: moves,
  }
}

/** The latest thought at or before the position after `ply` moves. */
export function thoughtAt(thoughts: readonly Thought[], ply: number): Thought | undefined {
  return thoughts.findLast((thought) => thought.ply < ply)
}
