/**
 * The one board component, for playing, replaying and learning; `packages/picture` draws it.
 */
export { Board } from './Board.tsx'
export { BoardDrawing, type BoardDrawingProps } from './BoardDrawing.tsx'
export { Definitions } from './Drawn.tsx'
export { MARKS, PaintsContext, PieceLookContext, sitePaints } from './look.ts'
export { type MadeMove, madeMove } from './made.ts'
export type { BoardProps } from './props.ts'
export { StackDrawing } from './StackDrawing.tsx'
export { CONFIRMATIONS, type MovePreview, previewMove } from './state.ts'
export type { BoardTexts, Refused, RefusedPress, SquareInfo } from './texts.ts'
export type { Choice } from './trace.ts'
