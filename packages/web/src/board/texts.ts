import type { Color, Move, Piece, Position, Square, Stack } from '@hokito/rules'
import type { PressRefusal } from './state.ts'
import type { Choice } from './trace.ts'

/** What a square is to the person at the board, for describing it. */
export interface SquareInfo {
  readonly square: Square
  readonly stack: Stack | undefined
  readonly state: SquareState | undefined
  /** Where what stands there can land, if it is the person's to move and nothing is chosen yet. */
  readonly landings: readonly Square[] | undefined
}

/** The most important thing about a square just now. */
export type SquareState =
  | 'selected'
  | 'ownLanding'
  | 'enemyLanding'
  | 'traced'
  | 'step'
  | 'lastFrom'
  | 'lastTo'

/** A move that has been made: from which position, and what it made. */
export interface MadeMove {
  readonly before: Position
  readonly move: Move
  readonly made: Stack
  readonly by: Color
}

/** Every word the board shows or speaks; the page gives them in its language. */
export interface BoardTexts {
  square(info: SquareInfo): string
  /** Said when a piece has been chosen, and at each of its hops that is pressed. */
  chose(choice: Choice): string
  cancelled(): string
  /** Said when a hint comes; its piece has been chosen. */
  hinted(move: Move): string
  /** Said when a landing waits for its confirmation; `points` is the worth of what it would make. */
  pending(move: Move, points: number): string
  /** Said when a press did nothing. */
  refused(refusal: PressRefusal, square: Square, position: Position): string
  /** Said when a move has been made: its hops, what it covers and what it makes. */
  moved(made: MadeMove): string
  inspectTitle(square: Square): string
  piece(piece: Piece | undefined): string
  top(): string
  bottom(): string
}
