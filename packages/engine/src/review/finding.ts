import type { Color, Move } from '@hokito/rules'
import type { Reason } from './reason.ts'
import type { Worth } from './worth.ts'

/** The findings about one move of a game. Every worth is for the side that made it. */
export interface Finding {
  /** Index of the move in the game. */
  readonly ply: number
  readonly mover: Color
  readonly move: Move
  /** Occupied squares before the move. */
  readonly occupied: number
  /** How many moves were possible. */
  readonly choices: number
  /** The worth of the move. */
  readonly played: Worth
  /** The worth of the best known move; the move itself if no better one is known. */
  readonly best: Worth
  /** The best known move and its expected continuation. Never empty. */
  readonly line: readonly Move[]
  /** Best play after the move that was played; empty only if that move ended the game. */
  readonly reply: readonly Move[]
  /** If the best move was played, the worth of the best other move, if that is known. */
  readonly next: Worth | undefined
  /** The worth of the position; proved only if no move can be better. */
  readonly worth: Worth
  /** Why it was a slip, if a reason was found and is borne out. */
  readonly reason?: Reason | undefined
}
