/** The one board component, for playing, replaying and learning; pictures of it are `packages/picture`'s. */
export { Board } from './Board.tsx'
export { BoardDrawing, type BoardDrawingProps } from './BoardDrawing.tsx'
export { MARKS, PieceLookContext } from './look.ts'
export { StackDrawing } from './StackDrawing.tsx'
export { CONFIRMATIONS, type MovePreview, previewMove } from './state.ts'
export type { BoardTexts, MadeMove, SquareInfo } from './texts.ts'
export type { Choice } from './trace.ts'
export type { BoardProps } from './use-board.ts'
