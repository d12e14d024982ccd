/** The one board component, for playing, replaying and learning. */
export { Board } from './Board.tsx'
export { type PictureOptions, renderBoardSvg } from './export.tsx'
export type { Movable, MovePreview } from './state.ts'
export type { BoardTexts, SquareInfo, SquareState } from './texts.ts'
export type { BoardProps } from './use-board.ts'
