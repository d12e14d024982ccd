import type { Color, Move, Piece, Square, Stack } from '@hokito/rules'
import type { PressRefusal } from './state.ts'

/** What a square is to the person at the board, for describing it. */
export interface SquareInfo {
  readonly square: Square
  readonly stack: Stack | undefined
  readonly state: SquareState | undefined
}

/** The most important thing about a square just now. */
export type SquareState =
  | 'selectable'
  | 'selected'
  | 'ownLanding'
  | 'enemyLanding'
  | 'lastFrom'
  | 'lastTo'

/** Every word the board shows or speaks; the page gives them in its language. */
export interface BoardTexts {
  square(info: SquareInfo): string
  /** Said when a piece has been chosen. */
  chose(square: Square, landings: readonly Square[]): string
  cancelled(): string
  /** Said when a press did nothing; `from` is the chosen piece, if there is one. */
  refused(why: PressRefusal, square: Square, from: Square | undefined): string
  /** Said when a move has been made: what it made, and whose it is. */
  moved(move: Move, made: Stack, by: Color): string
  inspectTitle(square: Square): string
  piece(piece: Piece | undefined): string
  top(): string
  bottom(): string
}
