/**
 * The one board component, for playing, replaying and learning; `packages/picture` makes pictures
 * of the board.
 */
export { Board } from './Board.tsx'
export { BoardDrawing, type BoardDrawingProps } from './BoardDrawing.tsx'
export { MARKS, PieceLookContext } from './look.ts'
export { type MadeMove, madeMove } from './made.ts'
export { StackDrawing } from './StackDrawing.tsx'
export { CONFIRMATIONS, type MovePreview, previewMove } from './state.ts'
export type { BoardTexts, Refused, RefusedPress, SquareInfo } from './texts.ts'
export type { Choice } from './trace.ts'
export type { BoardProps } from './use-board.ts'
