import {
  type Color,
  isSameMove,
  isSamePosition,
  type Move,
  ownerOf,
  type Path,
  type Position,
  type Stack,
  stackOnto,
} from '@hokito/rules'
import { previewMove } from './state.ts'

/** A move that has been made, with the position before it, its path and its result. */
export interface MadeMove {
  readonly before: Position
  readonly move: Move
  /** The plainest path, or the one that the player traced. */
  readonly path: Path
  readonly made: Stack
  readonly by: Color
}

/**
 * The effect of a move on the position before it; undefined if the move is not legal there.
 * Everything shown or spoken about a move comes from here, because the position on the screen
 * before may be any other one.
 */
export function madeMove(before: Position, move: Move): MadeMove | undefined {
  const moving = before.board[move.from]
  const below = before.board[move.to]
  const path = previewMove(before, move)?.path
  if (moving === undefined || below === undefined || path === undefined) return undefined
  return { before, move, path, made: stackOnto(moving, below), by: ownerOf(moving) }
}

/** Are both the same move in the same position? */
export function isSameMade(one: MadeMove | undefined, other: MadeMove | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return isSameMove(one.move, other.move) && isSamePosition(one.before, other.before)
}
