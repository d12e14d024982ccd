import type { Move, Piece, Position, Square, Stack } from '@hokito/rules'
import type { MadeMove } from './made.ts'
import type { PressRefusal } from './state.ts'
import type { Choice } from './trace.ts'

/** The state of a square, for describing it to the player. */
export interface SquareInfo {
  readonly square: Square
  readonly stack: Stack | undefined
  readonly state: SquareState | undefined
  /** Landings of the stack here, if the player may move it and nothing is chosen yet. */
  readonly landings: readonly Square[] | undefined
}

/** The most important fact about a square at the moment. */
export type SquareState =
  | 'selected'
  | 'ownLanding'
  | 'enemyLanding'
  | 'traced'
  | 'step'
  | 'lastFrom'
  | 'lastTo'

/** A press or a drop that the rules refused. */
export interface RefusedPress {
  readonly kind: 'refused'
  readonly refusal: PressRefusal
  readonly square: Square
  readonly position: Position
}

/**
 * A press or a drop that did nothing; `unwanted`: the page does not want this piece to be chosen,
 * and says why itself.
 */
export type Refused = RefusedPress | { readonly kind: 'unwanted'; readonly square: Square }

/**
 * The latest announcement of the board, kept as an event, so that its words follow a change of
 * language.
 */
export type Said =
  | { readonly kind: 'nothing' | 'cancelled' }
  | { readonly kind: 'chose'; readonly choice: Choice }
  | { readonly kind: 'hinted'; readonly move: Move }
  | { readonly kind: 'pending'; readonly move: Move; readonly points: number }
  | { readonly kind: 'moved'; readonly made: MadeMove }
  | Refused

/** Must the player know it before continuing? Then a screen reader interrupts to say it. */
export function isUrgent({ kind }: Said): boolean {
  return kind === 'refused' || kind === 'unwanted'
}

/** Puts events on a board into words. */
interface Speaker {
  readonly texts: BoardTexts
  readonly whyNot?: ((square: Square) => string | undefined) | undefined
}

/** The words of an announcement, in the current language of the page. */
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

/** Every word that the board shows or speaks; the page supplies them in its language. */
export interface BoardTexts {
  square(info: SquareInfo): string
  /** Said when a piece is chosen, and at each pressed hop. */
  chose(choice: Choice): string
  cancelled(): string
  /** Said when a hint appears; its piece is then chosen. */
  hinted(move: Move): string
  /** Said when a landing awaits confirmation; `points` is the worth of the resulting stack. */
  pending(move: Move, points: number): string
  /** Said when a press did nothing. */
  refused(refused: RefusedPress): string
  /** Said when a move has been made: its hops, what it covers and the resulting stack. */
  moved(made: MadeMove): string
  inspectTitle(square: Square): string
  piece(piece: Piece | undefined): string
  top(): string
  bottom(): string
}
