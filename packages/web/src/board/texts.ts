import type { Move, Piece, Position, Square, Stack } from '@hokito/rules'
import type { MadeMove } from './made.ts'
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

/** A press or a drop that did nothing by the rules. */
export interface RefusedPress {
  readonly kind: 'refused'
  readonly refusal: PressRefusal
  readonly square: Square
  readonly position: Position
}

/** A press or a drop that did nothing; `unwanted`: the page does not want this piece to be chosen, and says why itself. */
export type Refused = RefusedPress | { readonly kind: 'unwanted'; readonly square: Square }

/** What the board says last, kept as what happened, so that its words follow a change of language. */
export type Said =
  | { readonly kind: 'nothing' | 'cancelled' }
  | { readonly kind: 'chose'; readonly choice: Choice }
  | { readonly kind: 'hinted'; readonly move: Move }
  | { readonly kind: 'pending'; readonly move: Move; readonly points: number }
  | { readonly kind: 'moved'; readonly made: MadeMove }
  | Refused

/** Does somebody have to know it before going on? Then a screen reader says it at once. */
export function isUrgent({ kind }: Said): boolean {
  return kind === 'refused' || kind === 'unwanted'
}

/** What puts things that happen on a board into words. */
interface Speaker {
  readonly texts: BoardTexts
  readonly whyNot?: ((square: Square) => string | undefined) | undefined
}

/** The words of what the board says, in the language that the page speaks now. */
export function wordsOf({ texts, whyNot }: Speaker, said: Said): string | undefined {
  switch (said.kind) {
    case 'nothing':
      return undefined
    case 'cancelled':
      return texts.cancelled()
    case 'chose':
      return texts.chose(said.choice)
    case 'hinted':
      return texts.hinted(said.move)
    case 'pending':
      return texts.pending(said.move, said.points)
    case 'moved':
      return texts.moved(said.made)
    case 'refused':
      return texts.refused(said)
    case 'unwanted':
      return whyNot?.(said.square)
  }
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
  refused(refused: RefusedPress): string
  /** Said when a move has been made: its hops, what it covers and what it makes. */
  moved(made: MadeMove): string
  inspectTitle(square: Square): string
  piece(piece: Piece | undefined): string
  top(): string
  bottom(): string
}
