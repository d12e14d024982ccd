import type { SearchInfo } from '@hokito/engine'
import { possibleMargin } from '@hokito/engine'
import type { Move, Position } from '@hokito/rules'

/** What the computer expected when it made a move. */
export interface Thought {
  /** Index of its move in the game. */
  readonly ply: number
  /** The final margin it expected, in points, Black's less White's. */
  readonly margin: number
  /** Did it know, or only expect? */
  readonly isProven: boolean
  /** The moves it expected, its own first. */
  readonly line: readonly Move[]
}

/**
 * What a search for the move of index `ply` in a position came to; undefined where it says nothing of points.
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
