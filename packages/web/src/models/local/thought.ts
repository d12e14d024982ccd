import type { SearchInfo } from '@hokito/engine'
import { type Color, type Move, opposite, ownerOf, type Position } from '@hokito/rules'

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
 * What a search for the move of index `ply` in a position came to; undefined where it says nothing of points. An
 * estimate is a sum of guesses: it is cut to what can happen.
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
  const own = value.kind === 'estimate' ? possible(value.points, position) : value.margin
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

// --- internal ---

/** Whole points for the side to move, no more than either side can win by. */
function possible(points: number, position: Position): number {
  const most = mostPoints(position, position.turn)
  const least = 0 - mostPoints(position, opposite(position.turn))
  return Math.round(Math.max(least, Math.min(points, most)))
}

/** What a side would have with all pieces in one stack under its dearest: buried pieces never come up again. */
function mostPoints({ board }: Position, color: Color): number {
  const stacks = board.filter((stack) => stack !== undefined)
  const values = stacks.filter((stack) => ownerOf(stack) === color).map(({ top }) => top.value)
  const pieces = stacks.reduce((sum, { height }) => sum + height, 0)
  return Math.max(0, ...values) * pieces
}
