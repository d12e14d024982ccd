import type { Color, Move } from '@hokito/rules'
import type { Worth } from './worth.ts'

/** What was found out about one move of a game. Every worth is for the side that made it. */
export interface Finding {
  /** Index of the move in the game. */
  readonly ply: number
  readonly mover: Color
  readonly move: Move
  /** Occupied squares before the move. */
  readonly occupied: number
  /** How many moves were possible. */
  readonly choices: number
  /** What the move came to. */
  readonly played: Worth
  /** What the best move known would have come to; that move itself where nothing better is known. */
  readonly best: Worth
  /** The best move known, and what was expected to follow. Never empty. */
  readonly line: readonly Move[]
  /** Where the best move was made: what the best of the others would have come to, if that is known. */
  readonly next: Worth | undefined
  /** What the position was worth; proved only if no move can be better. */
  readonly worth: Worth
}
