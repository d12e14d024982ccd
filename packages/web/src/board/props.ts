import type { Color, Move, Path, Position, Square } from '@hokito/rules'
import type { MadeMove } from './made.ts'
import type { Movable } from './scene.ts'
import type { Confirmation, MovePreview } from './state.ts'
import type { BoardTexts, Refused } from './texts.ts'
import type { Choice } from './trace.ts'

/** What the board shows, and its callbacks. */
export interface BoardProps {
  readonly position: Position
  /** The side at the bottom. */
  readonly orientation: Color
  readonly movable: Movable
  /** Called for legal moves only. */
  readonly onMove?: (move: Move) => void
  /** The effect of the move that led here; absent at a beginning. */
  readonly lastMade?: MadeMove | undefined
  /**
   * Shown with its path until the next choice. If the player may move, its piece really is chosen,
   * so that pressing the shown square makes the move. A new object shows the same move again.
   */
  readonly hint?: Move | undefined
  /** A piece that is chosen for the player when the position appears. */
  readonly initiallyChosen?: Square | undefined
  readonly highlight?: readonly Square[] | undefined
  /** The path of the best move, or of the other side's, drawn while there is no other path. */
  readonly advice?: { readonly path: Path; readonly isThreat: boolean } | undefined
  /** A square whose stack is held a little above the board. */
  readonly raised?: Square | undefined
  /** An illegal path, shown crossed out until the next press. */
  readonly missedPath?: Path | undefined
  /** How a landing is confirmed; not at all if absent. */
  readonly confirmation?: Confirmation
  /** Are moves shown hop by hop? Never if the player prefers reduced motion. */
  readonly isAnimated?: boolean
  readonly showCoordinates?: boolean
  /** Is the board the main thing on the page? Then its keys work anywhere on the page. */
  readonly isMain?: boolean
  readonly label: string
  readonly texts: BoardTexts
  /** Takes every press instead of the board, for a page that asks for a square and not a move. */
  readonly onPick?: ((square: Square) => void) | undefined
  /** Says why a piece is not the one to choose; the piece is then not chosen. */
  readonly whyNot?: ((square: Square) => string | undefined) | undefined
  /** Called when the player wants to see the inside of a stack. */
  readonly onInspect?: (square: Square) => void
  readonly onPreview?: (preview: MovePreview | undefined) => void
  /** Called at every press: with the reason if it did nothing, otherwise with undefined. */
  readonly onRefused?: (why: Refused | undefined) => void
  /** Called when a piece is chosen, makes a hop or is let go. */
  readonly onChosen?: (choice: Choice | undefined) => void
  /** Called when a landing starts or stops waiting for confirmation. */
  readonly onPending?: (move: Move | undefined) => void
  /** Called when a move starts its flight over the board, and when it has landed. */
  readonly onFlying?: (isFlying: boolean) => void
}
