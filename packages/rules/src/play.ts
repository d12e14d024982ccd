import { movesOf } from './moves.ts'
import { outcome } from './outcome.ts'
import { canLand, isLanding } from './path.ts'
import type { Position } from './position.ts'
import { err, ok, type Result } from './result.ts'
import { isSquare } from './square.ts'
import { ownerOf, stackOnto } from './stack.ts'
import { type Move, opposite } from './types.ts'

/** Why a move cannot be made, from the simplest reason to the most specific. */
export const MOVE_REFUSALS = [
  'notASquare',
  'gameOver',
  'emptySquare',
  'notYours',
  'emptyLanding',
  'wrongKind',
  'outOfReach',
] as const
export type MoveRefusal = (typeof MOVE_REFUSALS)[number]

/** The moves of the side to move, by origin then destination. Empty once the game is over. */
export function legalMoves(position: Position): readonly Move[] {
  return outcome(position) === undefined ? movesOf(position, position.turn) : []
}

/**
 * The position after a move that the caller knows to be legal, for example one of
 * {@link legalMoves}.
 * @throws Error if the move is illegal, which is a bug of the caller. Use {@link tryPlay} for
 *   input.
 */
export function play(position: Position, move: Move): Position {
  const refusal = refusalOf(position, move)
  if (refusal !== undefined) throw new Error(`illegal move ${move.from}-${move.to}: ${refusal}`)
  return moved(position, move)
}

/**
 * The position after an untrusted move, or why it cannot be made. A move is never applied in part.
 */
export function tryPlay(position: Position, move: Move): Result<Position, MoveRefusal> {
  const refusal = refusalOf(position, move)
  return refusal === undefined ? ok(moved(position, move)) : err(refusal)
}

// --- internal ---

function refusalOf(position: Position, move: Move): MoveRefusal | undefined {
  if (!isSquare(move.from) || !isSquare(move.to)) return 'notASquare'
  if (outcome(position) !== undefined) return 'gameOver'
  const moving = position.board[move.from]
  if (moving === undefined) return 'emptySquare'
  if (ownerOf(moving) !== position.turn) return 'notYours'
  const below = position.board[move.to]
  if (below === undefined) return 'emptyLanding'
  if (!isLanding(moving, below)) return 'wrongKind'
  return canLand(position, move.from, move.to) ? undefined : 'outOfReach'
}

function moved(position: Position, { from, to }: Move): Position {
  const moving = position.board[from]
  const below = position.board[to]
  if (moving === undefined || below === undefined)
    throw new Error('a checked move has both its stacks')
  const board = position.board.slice()
  board[from] = undefined
  board[to] = stackOnto(moving, below)
  return { ...position, board, turn: opposite(position.turn) }
}
